import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import type { Decision } from '../queue/decisions.ts'
import { emailHint } from '../queue/questions.ts'
import type { OpenAppeal, QueuedCommunity } from '../queue/queue.ts'

export const acceptAppeal = (community: QueuedCommunity, appeal: OpenAppeal): Decision => ({
  kind: 'accept appeal',
  community,
  label: { verb: 'Accept', object: 'appeal' },
  success: 'Appeal accepted successfully',
  failure: 'Failed to accept appeal',
  lists: true,
  save: () => {
    const { updated_at: version, groups_updated_at: groups_version } = community
    return decideAppeal(appeal, { is_accepted: true, version, groups_version })
  },
})

export const declineAppeal = (community: QueuedCommunity, appeal: OpenAppeal): Decision => ({
  kind: 'decline appeal',
  community,
  label: { verb: 'Decline', object: 'appeal' },
  success: 'Appeal declined successfully',
  failure: 'Failed to decline appeal',
  save: ({ reason }) => decideAppeal(appeal, { is_accepted: false, reason }),
  question: {
    hint: emailHint,
    reasons: [
      'We looked at it again, and the reason still applies.',
      'Your appeal does not say what was wrong with our decision.',
    ],
  },
})

const decideAppeal = async (
  { id: appeal_id }: OpenAppeal,
  decision: { is_accepted: boolean; reason?: string; version?: string; groups_version?: string },
) => unwrap(await supabase.rpc('decide_appeal', { appeal_id, ...decision }))
