import { isolate } from '../../lib/isolate.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { hiddenBlocks, hidingReasons } from '../community/blocks.ts'
import type { OwnCommunity } from '../community/own-community-queries.ts'
import { RefusalNotice } from '../listing/RefusalNotice.tsx'
import { AppealState, canAppeal } from '../moderation/appeals/Appeal.tsx'
import { ClaimNotice } from '../ownership/claims/ClaimNotice.tsx'
import type { ReceivedClaim } from '../ownership/claims/claims.ts'
import type { SessionUser } from '../session/useSession.ts'
import { AskedNotice, AsleepNotice, PausedNotice } from './Activity.tsx'
import { HeldChanges } from './HeldChanges.tsx'
import { DeadLinkNotice, LinkCheckNotice, SwappedNotice, useOwnLinkCheck } from './LinkNotices.tsx'
import type { RowDialog } from './RowDialogs.tsx'
import { chooseNotice } from './row-notice.ts'

type Props = {
  user: SessionUser
  community: OwnCommunity
  /** As the row shows it. */
  name: string
  claims: readonly ReceivedClaim[]
  getsEmails: boolean
  isSuspended: boolean
  isOwner: boolean
  onEdit: () => void
  onOpen: (dialog: RowDialog) => void
}

const renamedOnly =
  'Your WhatsApp group has a different name than when we approved it. An admin looks at it.'

/** The most important thing to say about a community, with at most one button. */
export function RowNotice(props: Props) {
  const { user, community, name, claims, getsEmails, isOwner, onEdit, onOpen } = props
  const link = useOwnLinkCheck(user.id, community)
  const named = { community, name }

  switch (chooseNotice(community, claims)) {
    case 'claim to answer':
    case 'claim of others':
      return <ClaimNotice claims={claims} name={name} onAnswer={() => onOpen('claim')} />
    case 'rejected':
      return <RejectedNotice {...props} />
    case 'hidden':
      return <HiddenNotice {...props} />
    case 'dead link':
      return <DeadLinkNotice name={name} onEdit={onEdit} />
    case 'asleep':
      return <AsleepNotice {...named} />
    case 'asked':
      return <AskedNotice {...named} isOwner={isOwner} getsEmails={getsEmails} />
    case 'renamed':
      return (
        <LinkCheckNotice title="Renamed on WhatsApp" name={name} link={link}>
          <p>{hidingReasons(community)[0] ?? renamedOnly}</p>
          <AppealState community={community} getsEmails={getsEmails} />
        </LinkCheckNotice>
      )
    case 'message':
      return <RefusalNotice community={community} />
    case 'paused':
      return <PausedNotice {...named} />
    case 'new link':
      return (
        <LinkCheckNotice title="Your invite link no longer works" name={name} link={link}>
          Visitors will see this community again once an admin has approved your new link.
        </LinkCheckNotice>
      )
    case 'held changes':
      return <HeldChanges {...named} isOwner={isOwner} link={link} onOpen={onOpen} />
    case null:
      return <SwappedNotice link={link} />
  }
}

function RejectedNotice({ community, name, getsEmails, isOwner, onEdit }: Props) {
  return (
    <Notice
      tone="danger"
      title="Rejection reason"
      action={
        <SmallButton aria-label={`Edit and resubmit: ${isolate(name)}`} onClick={onEdit}>
          Edit and resubmit
        </SmallButton>
      }
    >
      <p dir="auto">{community.rejection_reason || 'No reason was given.'}</p>
      {isOwner && canAppeal(community) && (
        <p>Do you think we got this wrong? You can appeal under 'More'.</p>
      )}
      <AppealState community={community} getsEmails={getsEmails} />
    </Notice>
  )
}

function HiddenNotice(props: Props) {
  const { community, name, getsEmails, isSuspended, isOwner, onOpen } = props
  const isAppealOffered = isOwner && canAppeal(community)
  return (
    <Notice
      tone="danger"
      action={
        isAppealOffered && (
          <SmallButton aria-label={`Appeal: ${isolate(name)}`} onClick={() => onOpen('appeal')}>
            Appeal
          </SmallButton>
        )
      }
    >
      {hiddenBlocks(community).map(({ kind, reason }) => (
        <p key={kind}>
          <span className="font-semibold">Hidden: </span>
          <span dir="auto">{reason}</span>
        </p>
      ))}
      <p>
        {`Visitors can't see or join this community.${isSuspended ? '' : ' You can still edit it.'}`}
      </p>
      {isAppealOffered && <p>Do you think we got this wrong? Ask us to look again.</p>}
      <AppealState community={community} getsEmails={getsEmails} />
    </Notice>
  )
}
