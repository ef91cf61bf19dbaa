import { DoorOpen, ExternalLink, Languages, MapPin, Tag, UserCheck, Users } from 'lucide-react'
import type { ReactElement } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import { type Blocked, hiddenBlocks } from '../../community/blocks.ts'
import { BothVersions } from '../../community/Differences.tsx'
import { fieldLabel, fieldNames } from '../../community/fields.ts'
import { listLanguages, textLanguage } from '../../community/languages.ts'
import { displayField } from '../../community/find-differences.ts'
import { joinTypeLabels } from '../../community/vocabulary.ts'
import { formatCountOf } from '../../../ui/format.ts'
import type { QueuedCommunity } from './queue.ts'

type Props = {
  community: QueuedCommunity
  /** What is known about the WhatsApp link. */
  linkState: ReactElement
  /** The owner, unless they are shown beside the community. */
  owner: ReactElement | null | undefined
}

/**
 * The live version of a community. The text is beside the image; everything else is below, or in a third column. Its
 * container must be a CSS container.
 */
export function LiveVersion({ community, linkState, owner }: Props) {
  const lang = textLanguage(community.languages)
  return (
    <div className="grid items-start gap-x-6 gap-y-4 @lg:grid-cols-[minmax(0,1fr)_13rem] @4xl:grid-cols-[minmax(0,1fr)_18rem_19rem]">
      <div className="min-w-0 space-y-2">
        <p dir="auto" lang={lang} className="max-w-prose whitespace-pre-line">
          {community.description}
        </p>
        {fieldNames
          .filter((name) => !fieldsShownElsewhere.has(name))
          .map((name) => ({ name, text: displayField(name, community[name]) }))
          .filter(({ text }) => text !== '')
          .map(({ name, text }) => (
            <p key={name} className="text-sm wrap-anywhere">
              <span className="font-semibold">{`${fieldLabel(name)}: `}</span>
              <bdi>{text}</bdi>
            </p>
          ))}
      </div>
      <div className="min-w-0">
        <BothVersions
          src={community.image_url}
          alt={`Image of ${isolate(community.name)}`}
          className="max-h-96 w-full"
        />
      </div>
      <div className="grid min-w-0 items-start gap-4 @lg:col-span-2 @lg:grid-cols-2 @4xl:col-span-1 @4xl:grid-cols-1">
        <section aria-label="WhatsApp link" className="text-sm @lg:row-span-2 @4xl:row-span-1">
          <p className="mb-1 font-semibold">WhatsApp link</p>
          <a
            href={community.whatsapp_link}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            referrerPolicy="no-referrer"
            className="inline-flex max-w-full items-start gap-1.5 rounded-sm break-all underline underline-offset-4"
          >
            <span dir="auto" translate="no">
              {community.whatsapp_link}
            </span>
            <ExternalLink aria-label="opens in a new tab" className="mt-0.5 size-4 shrink-0" />
          </a>
          {linkState}
        </section>
        <section aria-label="WhatsApp groups" className="text-sm">
          <p className="mb-1 font-semibold">WhatsApp groups</p>
          {community.community_groups.length > 0 ? (
            <ul className="list-disc space-y-0.5 pl-5">
              {community.community_groups.map(({ id, name, description }) => (
                <li key={id} lang={lang}>
                  <span dir="auto" translate="no">
                    {name}
                  </span>
                  {description && (
                    <span dir="auto" className="block text-ink-soft">
                      {description}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-ink-soft">None</p>
          )}
        </section>
        {owner}
      </div>
    </div>
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

export function Facts({ community }: { community: QueuedCommunity }) {
  const { location, place, category, member_count, join_type, languages } = community
  const facts = [
    { icon: MapPin, text: place ? `${isolate(location ?? '')}, ${place.country}` : 'No place yet' },
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

/** All reasons why visitors do not see a community until an admin shows it again. */
export function HidingReasons({ community }: { community: Blocked }) {
  return hiddenBlocks(community).map(({ kind, reason }) => (
    <p key={kind} className="text-sm wrap-anywhere">
      <span className="font-semibold">Reason for hiding: </span>
      <span dir="auto">{reason}</span>
    </p>
  ))
}
