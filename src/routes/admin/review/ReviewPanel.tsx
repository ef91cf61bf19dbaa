import { DoorOpen, ExternalLink, Languages, MapPin, Tag, UserCheck, Users } from 'lucide-react'
import type { ReactElement, Ref } from 'react'
import { BothVersions } from '../../../communities/images/BothVersions.tsx'
import { fieldLabel, fieldNames, isLinkDead } from '../../../communities/fields.ts'
import { listLanguages, textLanguage } from '../../../communities/languages.ts'
import { StatusBadge } from '../../../communities/StatusBadge.tsx'
import { displayField } from '../../../communities/find-differences.ts'
import { joinTypeLabels } from '../../../communities/vocabulary.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { formatCountOf, formatDate } from '../../../ui/format.ts'
import { LinkCheck } from './LinkCheck.tsx'
import { OwnerPanel } from './OwnerPanel.tsx'
import { PlaceRequest } from './PlaceRequest.tsx'
import {
  describePendingReason,
  pendingReason,
  pendingSince,
  type QueuedCommunity,
} from './queue.ts'
import { ReviewWarnings } from './ReviewWarnings.tsx'

type Props = {
  community: QueuedCommunity
  headingRef: Ref<HTMLHeadingElement>
  actions: ReactElement
  appeal: ReactElement | undefined
  onPlaceResolved: () => void
}

export function ReviewPanel({ community, headingRef, actions, appeal, onPlaceResolved }: Props) {
  const reason = pendingReason(community)
  const lang = textLanguage(community.languages)
  const isChange = reason === 'changes' || reason === 'link' || reason === 'groups'
  const dateLabel =
    reason === 'new' || reason === 'resubmitted' ? 'Listed' : isChange ? 'Changed' : 'Since'
  return (
    <article className="min-w-0 space-y-4">
      <header className="space-y-2">
        <div className="flex items-start justify-between gap-2">
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
            <Badge tone={reason === 'reports' ? 'red' : reason === 'new' ? 'neutral' : 'yellow'}>
              {describePendingReason(community)}
            </Badge>
            {community.status === 'approved' && (
              <StatusBadge
                status={community.status}
                hidden_at={community.hidden_at}
                paused_at={community.paused_at}
              />
            )}
            {isLinkDead(community) && <Badge tone="red">Dead link</Badge>}
            <span>{`${dateLabel} ${formatDate(pendingSince(community))}`}</span>
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
        <Facts community={community} />
      </header>
      {appeal}
      {community.requested_place && (
        <PlaceRequest
          key={`place of ${community.id}`}
          community={community}
          request={community.requested_place}
          onResolved={onPlaceResolved}
        />
      )}
      {community.hidden_reason && (
        <p className="text-sm">
          <span className="font-semibold">Reason for hiding: </span>
          <span>{community.hidden_reason}</span>
        </p>
      )}
      <ReviewWarnings community={community} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-4">
          <BothVersions
            src={community.image_url}
            alt={`Image of ${community.name}`}
            className="max-h-96 w-full"
          />
          <p lang={lang} className="max-w-prose whitespace-pre-line">
            {community.description}
          </p>
          {fieldNames
            .filter((name) => !fieldsShownElsewhere.has(name))
            .map((name) => (
              <p key={name} className="text-sm">
                <span className="font-semibold">{`${fieldLabel(name)}: `}</span>
                <span>{displayField(name, community[name])}</span>
              </p>
            ))}
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

/** All but these are listed below the description, so that a new field needs no edit here. */
const fieldsShownElsewhere = new Set([
  'name',
  'description',
  'location',
  'requested_place',
  'category',
  'languages',
  'member_count',
  'whatsapp_link',
  'join_type',
  'image_url',
])

function Facts({ community }: { community: QueuedCommunity }) {
  const { location, place, category, member_count, join_type, languages } = community
  const facts = [
    { icon: MapPin, text: place ? `${location}, ${place.country}` : 'No place yet' },
    { icon: Tag, text: category },
    { icon: Users, text: formatCountOf(member_count, 'member', 'members') },
    { icon: join_type === 'request' ? UserCheck : DoorOpen, text: joinTypeLabels[join_type] },
    { icon: Languages, text: listLanguages(languages), label: 'Languages: ' },
  ]
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
      {facts.map(
        ({ icon: Icon, text, label }) =>
          text && (
            <span key={text} className="inline-flex items-center gap-1.5">
              <Icon aria-hidden="true" className="size-4" />
              {label && <span className="sr-only">{label}</span>}
              <span>{text}</span>
            </span>
          ),
      )}
    </p>
  )
}
