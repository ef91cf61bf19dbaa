import { Notice } from '../../ui/Feedback.tsx'
import type { Community } from '../community/fields.ts'

type Props = { community: Pick<Community, 'status' | 'rejection_reason'> }

/** Why an admin declined the owner's last changes, or what they ask before they approve. Gone once its owner has edited it. */
export function RefusalNotice({ community: { status, rejection_reason } }: Props) {
  if (!rejection_reason || status === 'rejected') return null
  return (
    <Notice
      tone="warning"
      title={status === 'approved' ? 'Your last changes were declined' : 'A message from our team'}
    >
      <p dir="auto">{rejection_reason}</p>
      <p>
        {status === 'approved'
          ? 'The approved version stays. You can edit your community and try again.'
          : "Visitors can't see your community until it is approved. You can still edit it."}
      </p>
    </Notice>
  )
}
