import { useQuery } from '@tanstack/react-query'
import { DoorOpen, ExternalLink, Languages, MapPin, Tag, UserCheck, Users } from 'lucide-react'
import type { ReactElement, ReactNode, Ref } from 'react'
import { Link } from 'react-router-dom'
import { CommunityImage } from '../../../communities/images/CommunityImage.tsx'
import { isLinkDead } from '../../../communities/fields.ts'
import { languageName, textLanguage } from '../../../communities/languages.ts'
import { StatusBadge } from '../../../communities/StatusBadge.tsx'
import { joinTypeLabels } from '../../../communities/vocabulary.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { formatCountOf, formatDate } from '../../../ui/format.ts'
import { ownerUrl } from '../admin-view.ts'
import { communityCounts } from '../communities/community-queries.ts'
import { type QueuedCommunity, otherCommunities } from './queue-queries.ts'
import {
  type PendingReason,
  pendingReason,
  pendingReasonLabels,
  pendingSince,
} from './pending-reason.ts'
import { OwnerEmail } from '../ListParts.tsx'
import { LinkCheck } from './LinkCheck.tsx'
import { PlaceRequest } from './PlaceRequest.tsx'
import { ReviewWarnings } from './ReviewWarnings.tsx'

const dateLabels = {
  new: 'Listed',
  resubmitted: 'Listed',
  changes: 'Changed',
  groups: 'Changed',
  reports: 'Since',
  place: 'Since',
} as const satisfies Record<PendingReason, string>

type Props = {
  community: QueuedCommunity
  headingRef: Ref<HTMLHeadingElement>
  actions: ReactElement
  /** Called once a requested place is resolved. */
  onPlaceResolved: () => void
}

/** Everything about the current community that a reviewer needs. */
export function ReviewPanel({ community, headingRef, actions, onPlaceResolved }: Props) {
  const reason = pendingReason(community)
  const lang = textLanguage(community.languages)
  const JoinIcon = community.join_type === 'request' ? UserCheck : DoorOpen

  return (
    <article className="min-w-0 space-y-4">
      <header className="space-y-2">
        <div className="flex items-start justify-between gap-2">
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
            <Badge tone={reason === 'new' ? 'neutral' : 'yellow'}>
              {pendingReasonLabels[reason]}
            </Badge>
            {isLinkDead(community) && <Badge tone="red">Dead link</Badge>}
            <span>{`${dateLabels[reason]} ${formatDate(pendingSince(community))}`}</span>
          </p>
          {actions}
        </div>
        <h2
          ref={headingRef}
          lang={lang}
          translate="no"
          tabIndex={-1}
          className="text-2xl font-semibold"
        >
          {community.name}
        </h2>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
          <Fact icon={<MapPin aria-hidden="true" className="size-4" />}>
            {community.place ? `${community.location}, ${community.place.country}` : 'No place yet'}
          </Fact>
          <Fact icon={<Tag aria-hidden="true" className="size-4" />}>{community.category}</Fact>
          <Fact icon={<Users aria-hidden="true" className="size-4" />}>
            {formatCountOf(community.member_count, 'member', 'members')}
          </Fact>
          <Fact icon={<JoinIcon aria-hidden="true" className="size-4" />}>
            {joinTypeLabels[community.join_type]}
          </Fact>
          {community.languages.length > 0 && (
            <Fact icon={<Languages aria-hidden="true" className="size-4" />}>
              <span className="sr-only">Languages: </span>
              <span>{community.languages.map(languageName).join(', ')}</span>
            </Fact>
          )}
        </p>
      </header>
      {community.requested_place && (
        <PlaceRequest
          key={`place of ${community.id}`}
          community={community}
          request={community.requested_place}
          onResolved={onPlaceResolved}
        />
      )}
      <ReviewWarnings community={community} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-4">
          <CommunityImage
            src={community.image_url}
            alt={`Image of ${community.name}`}
            className="aspect-3/2 max-h-96 w-full"
          />
          <p lang={lang} className="max-w-prose whitespace-pre-line">
            {community.description}
          </p>
        </div>
        <div className="min-w-0 space-y-4">
          <section aria-label="WhatsApp link" className="text-sm">
            <p className="mb-1 font-semibold">WhatsApp link</p>
            <a
              href={community.whatsapp_link}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              referrerPolicy="no-referrer"
              className="inline-flex max-w-full items-start gap-1.5 rounded-sm break-all underline underline-offset-4"
            >
              <span translate="no">{community.whatsapp_link}</span>
              <ExternalLink aria-label="opens in a new tab" className="mt-0.5 size-4 shrink-0" />
            </a>
            <LinkCheck key={community.id} community={community} />
          </section>
          <section aria-label="WhatsApp groups" className="text-sm">
            <p className="mb-1 font-semibold">WhatsApp groups</p>
            {community.community_groups.length > 0 ? (
              <ul className="list-disc space-y-0.5 pl-5">
                {community.community_groups.map(({ id, name }) => (
                  <li key={id} lang={lang} translate="no">
                    {name}
                  </li>
                ))}
              </ul>
            ) : (
              <p className="text-ink-soft">None</p>
            )}
          </section>
          <OwnerPanel key={community.id} community={community} />
        </div>
      </div>
    </article>
  )
}

function Fact({ icon, children }: { icon: ReactElement; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {icon}
      <span>{children}</span>
    </span>
  )
}

/** The owner, and the status of their other communities. */
function OwnerPanel({ community }: { community: QueuedCommunity }) {
  const others = useQuery(otherCommunities(community.owner_id, community.id))
  const totals = useQuery(communityCounts({ owner: community.owner_id }))
  const counts = totals.data

  return (
    <section aria-label="Owner" className="min-w-0 rounded-xl bg-sunken/60 px-4 py-3 text-sm">
      <p translate="no" className="font-semibold">
        {community.owner.name}
      </p>
      <OwnerEmail owner={community.owner} />
      {counts && (
        <p className="mt-2">
          <Link
            to={ownerUrl(community.owner_id)}
            className="rounded-sm font-semibold underline underline-offset-4"
          >
            {counts.all === 1 ? 'Their only community' : `${counts.all} communities`}
          </Link>
          {counts.all > 1 && (
            <span className="text-ink-soft">
              {`: ${counts.approved} approved, ${counts.rejected} rejected, ${counts.pending} pending`}
            </span>
          )}
        </p>
      )}
      {(others.isError || totals.isError) && (
        <p className="mt-2">Couldn't load their other communities.</p>
      )}
      {others.data && others.data.length > 0 && (
        <ul aria-label="Other communities of the owner" className="mt-2 space-y-1.5">
          {others.data.map(({ id, name, status, location }) => (
            <li key={id} className="flex items-start justify-between gap-3">
              <span className="min-w-0">
                <span translate="no">{name}</span>{' '}
                <span className="text-ink-soft">{`(${location ?? 'no place yet'})`}</span>
              </span>
              <StatusBadge status={status} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
