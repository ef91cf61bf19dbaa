import { useEffect, useState, type ComponentType } from 'react'
import { sayError } from './say.ts'
import type { SignInDialogProps } from './SignInDialog.tsx'

/**
 * Fetches the dialog's chunk when it is first shown. Not `lazy`: a chunk that does not arrive would
 * take the whole screen down, and `lazy` never asks for it again.
 */
export function SignInDialogLoader(props: SignInDialogProps) {
  const [Dialog, setDialog] = useState<ComponentType<SignInDialogProps> | null>(null)
  const { onDismiss } = props

  useEffect(() => {
    let gone = false
    import('./SignInDialog.tsx').then(
      ({ SignInDialog }) => {
        if (!gone) setDialog(() => SignInDialog)
      },
      () => {
        if (gone) return
        void sayError('The sign-in form did not load. Check your connection and try again.')
        onDismiss()
      },
    )
    return () => {
      gone = true
    }
  }, [onDismiss])

  return Dialog && <Dialog {...props} />
}
