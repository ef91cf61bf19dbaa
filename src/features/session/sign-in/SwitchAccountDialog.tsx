import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

type Props = {
  /** Email addresses of the signed-in account and of the link's account. */
  current: string
  other: string
  onClose: () => void
  onSwitch: () => Promise<void>
}

/** Asks before a link replaces the session of another account. */
export function SwitchAccountDialog({ current, other, onClose, onSwitch }: Props) {
  const [isBusy, setIsBusy] = useState(false)

  return (
    <ConfirmDialog
      onClose={onClose}
      confirmLabel="Switch account"
      pendingLabel="Switching..."
      cancelLabel="Keep my account"
      isPending={isBusy}
      onConfirm={() => {
        setIsBusy(true)
        void onSwitch()
      }}
    >
      <p>
        You are signed in as{' '}
        <strong dir="auto" translate="no" className="text-ink">
          {current}
        </strong>
        . The link you followed signs you in as{' '}
        <strong dir="auto" translate="no" className="text-ink">
          {other}
        </strong>
        .
      </p>
      <p className="mt-2">If you didn't ask for that link, keep your account.</p>
    </ConfirmDialog>
  )
}
