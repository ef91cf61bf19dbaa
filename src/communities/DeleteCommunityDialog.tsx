import { useMutation } from '@tanstack/react-query'
import { toast } from 'react-hot-toast'
import { supabase } from '../supabase/client.ts'
import { errorMessage } from '../supabase/errors.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import type { Community } from './fields.ts'

type Props = {
  community: Pick<Community, 'id' | 'name'>
  /** What is said when it fails; owner and admin are told in different words. */
  failure: string
  onClose: () => void
  onDeleted: () => void
}

export function DeleteCommunityDialog({ community, failure, onClose, onDeleted }: Props) {
  const deletion = useMutation({
    mutationFn: async () => {
      const { data, error } = await supabase
        .from('communities')
        .delete()
        .eq('id', community.id)
        .select('id')
      if (error) throw error
      if (data.length === 0) throw new Error('No row was deleted')
    },
    onSuccess: () => {
      toast.success('Community deleted successfully')
      onDeleted()
    },
    onError: () => toast.error(failure),
  })

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete community"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      tone="danger"
      busy={deletion.isPending}
      error={deletion.error && errorMessage(deletion.error, failure)}
      onConfirm={() => deletion.mutate()}
    >
      <p>Are you sure you want to delete this community?</p>
      <p className="mt-2 font-semibold break-words text-ink">{community.name}</p>
    </ConfirmDialog>
  )
}
