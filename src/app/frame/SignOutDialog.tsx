import { countDrafts } from '../../lib/unsaved-input.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

type Props = { onClose: () => void; onSignOut: () => void }

/** Asks before signing out deletes drafts. */
export function SignOutDialog({ onClose, onSignOut }: Props) {
  const count = Math.max(countDrafts(), 1)
  return (
    <ConfirmDialog
      onClose={onClose}
      title={count === 1 ? 'Sign out and delete your draft?' : 'Sign out and delete your drafts?'}
      confirmLabel="Sign out"
      cancelLabel="Stay signed in"
      tone="danger"
      onConfirm={onSignOut}
    >
      {count === 1
        ? 'This browser has a draft with unsaved changes, perhaps in another tab. Signing out deletes it.'
        : `This browser has ${count} drafts with unsaved changes, perhaps in other tabs. Signing out deletes them.`}
    </ConfirmDialog>
  )
}
