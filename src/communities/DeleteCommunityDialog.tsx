import { useMutation } from '@tanstack/react-query'
import { toast } from 'react-hot-toast'
import { supabase } from '../supabase/client.ts'
import { errorMessage } from '../supabase/errors.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { type Community, ownVersion, type ReviewedField } from './fields.ts'
import { removeUnusedImages } from './images/remove-unused-images.ts'

type Props = {
  community: Pick<Community, 'id' | 'owner_id' | ReviewedField | 'held_changes'>
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
      const { image_url: latest } = ownVersion(community)
      void removeUnusedImages(community.owner_id, [community.image_url, latest])
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
