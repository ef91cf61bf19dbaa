import { callFunction } from '../../../supabase/calls.ts'
import { useWrite } from '../../../supabase/useWrite.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import type { AdminUser } from './user-queries.ts'

type Props = { user: AdminUser; onClose: () => void; onDeleted: () => void }

export function DeleteUserDialog({ user, onClose, onDeleted }: Props) {
  const deletion = useWrite({
    write: () => callFunction('delete-user', { body: { userId: user.id } }),
    success: 'User deleted successfully',
    failure: 'Failed to delete user',
    reasonIn: 'toast',
    onSuccess: onDeleted,
  })

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete user"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      tone="danger"
      busy={deletion.isPending}
      error={deletion.problem}
      onConfirm={() => void deletion.run()}
    >
      <p>Are you sure you want to delete this user? This action cannot be undone.</p>
      <p className="mt-2 font-semibold break-words text-ink">
        {user.name} ({user.email})
      </p>
    </ConfirmDialog>
  )
}
