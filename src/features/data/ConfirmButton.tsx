import { type ComponentProps, useState } from 'react'
import { failureMessage, hasErrorCode } from '../../supabase/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWrite, type WriteOptions } from './useWrite.ts'

type Action = Omit<WriteOptions<void, unknown>, 'showReasonIn'> & {
  /** 'dialog' by default. */
  showReasonIn?: 'dialog' | 'form'
  /**
   * The error code that says that the subject is gone. The dialog closes and a toast has the reason, because the row with
   * the dialog disappears when the list reloads.
   */
  goneCode?: string
}

type DialogProps = Omit<
  ComponentProps<typeof ConfirmDialog>,
  'isPending' | 'error' | 'onConfirm'
> & { action: Action }

/** Asks for confirmation, then makes a call. Stays open with the reason if it fails; the caller closes it on success. */
export function ConfirmActionDialog({ action, ...dialog }: DialogProps) {
  const { goneCode, ...options } = action
  const { run, isPending, problem } = useWrite({
    showReasonIn: 'dialog',
    ...options,
    onError: (error) => {
      options.onError?.(error)
      if (!goneCode || !hasErrorCode(error, goneCode)) return
      dialog.onClose()
      toast.error(failureMessage(options.failure, error))
    },
  })
  return (
    <ConfirmDialog {...dialog} isPending={isPending} error={problem} onConfirm={() => void run()} />
  )
}

type Props = Omit<DialogProps, 'onClose'> & { button: ComponentProps<typeof Button> }

/** A button for what needs a confirmation: it opens the dialog, which closes once the call has succeeded. */
export function ConfirmButton({ button, action, ...dialog }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button variant="secondary" size="sm" {...button} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <ConfirmActionDialog
          {...dialog}
          onClose={close}
          action={{
            ...action,
            onSuccess: (output) => {
              close()
              action.onSuccess?.(output)
            },
          }}
        />
      )}
    </>
  )
}
