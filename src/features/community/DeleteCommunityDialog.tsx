import { unwrap } from '../../supabase/errors.ts'
import { supabase } from '../../supabase/client.ts'
import { ConfirmActionDialog } from '../data/ConfirmButton.tsx'
import { type Community, communityGone } from './fields.ts'

type Props = {
  community: Pick<Community, 'id' | 'name'>
  /** The message on failure, which differs for owners and admins. */
  failure: string
  onClose: () => void
  onDeleted: () => void
}

export function DeleteCommunityDialog({ community, failure, onClose, onDeleted }: Props) {
  return (
    <ConfirmActionDialog
      onClose={onClose}
      title="Delete community"
      subject={community.name}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      tone="danger"
      action={{
        write: async () => {
          const deleted = supabase.from('communities').delete().eq('id', community.id).select('id')
          unwrap(await deleted.maybeSingle(), communityGone)
        },
        success: 'Community deleted successfully',
        failure,
        showReasonIn: 'form',
        onSuccess: onDeleted,
      }}
    >
      <p>Are you sure you want to delete this community?</p>
    </ConfirmActionDialog>
  )
}
