import type { Community } from '../../community/fields.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { maxAppeal } from '../../../supabase/rules/limits.ts'
import { MessageDialog } from '../../community/MessageDialog.tsx'

type Props = {
  community: Pick<Community, 'id' | 'name'>
  onClose: () => void
}

/** Asks why the admins should look at their decision again. */
export const AppealDialog = ({ community, onClose }: Props) => (
  <MessageDialog
    title="Appeal"
    description={community.name}
    label="Why should we look at it again?"
    hint="An admin reads this. You can appeal each decision once."
    limit={maxAppeal}
    missing="Please say why we should look at it again"
    submitLabel="Send appeal"
    success="Your appeal is sent"
    failure="Failed to send your appeal"
    send={async (message) =>
      unwrap(await supabase.rpc('appeal_community', { community_id: community.id, message }))
    }
    onClose={onClose}
  />
)
