import { useMutation } from '@tanstack/react-query'
import { toast } from 'react-hot-toast'
import { callFunction } from '../../../supabase/call-function.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import type { AdminUser } from './user-queries.ts'

type Props = { user: AdminUser; onClose: () => void; onDeleted: () => void }

export function DeleteUserDialog({ user, onClose, onDeleted }: Props) {
  const deletion = useMutation({
    mutationFn: () =>
      callFunction('delete-user', { body: { userId: user.id }, failure: 'Failed to delete user' }),
    onSuccess: () => {
      toast.success('User deleted successfully')
      onDeleted()
    },
    onError: (error) => toast.error(error.message),
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
      error={deletion.error?.message}
      onConfirm={() => deletion.mutate()}
    >
      <p>Are you sure you want to delete this user? This action cannot be undone.</p>
      <p className="mt-2 font-semibold break-words text-ink">
        {user.name} ({user.email})
      </p>
    </ConfirmDialog>
  )
}
