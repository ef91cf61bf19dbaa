import {
  BadgeCheck,
  CalendarDays,
  DoorOpen,
  Languages,
  type LucideIcon,
  Share2,
  UserCheck,
} from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { isolate } from '../../../lib/isolate.ts'
import { toast } from '../../../ui/toast.tsx'
import { formatMembers, saysTheOwner } from '../../community/CommunityCard.tsx'
import { listLanguages, textLanguage } from '../../community/languages.ts'
import { describeLife } from '../../community/signs-of-life.ts'
import { joinTypeLabels } from '../../community/vocabulary.ts'
import { SaveButton, useSavedOnDevice } from '../saved/SaveButton.tsx'
import { PageMeta } from '../../../app/PageMeta.tsx'
import { readText } from '../../../lib/read-property.ts'
import { toSiteUrl } from '../../../lib/site-url.ts'
import { useSession } from '../../session/useSession.ts'
import { SmallButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatUtcDate } from '../../../ui/format.ts'
import { accentLink } from '../../../ui/text-link.ts'
import { Cover, titleClass, useOpenedByLink } from './LoadingCommunity.tsx'
import type { PublicCommunity } from '../directory-queries.ts'
import { getCommunityPath } from '../../community/community-path.ts'
import { getViewUrl } from '../directory-view.ts'
import { JoinCommunity } from '../join/JoinCommunity.tsx'
import { CommunityActions } from './CommunityActions.tsx'

export function CommunityDetails({ community }: { community: PublicCommunity }) {
  const { name, description, location, country, category, join_type, languages } = community
  const { image_url } = community
  const members = formatMembers(community.member_count)
  const life = describeLife(community)
  const lang = textLanguage(languages)
  const path = getCommunityPath(community.id)

  return (
    <article className="mt-4 flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-10">
      <PageMeta
        title={name}
        canonicalPath={path}
        description={`${isolate(shorten(description))} · ${isolate(location)}${members && `, ${members}${saysTheOwner}`}.`}
      />
      <div className="min-w-0 space-y-6">
        <header className="space-y-4">
          <Cover src={image_url} />
          <Heading lang={lang}>{name}</Heading>
          <ul className="flex flex-wrap text-ink-soft [&>li:not(:last-child)]:after:mx-2 [&>li:not(:last-child)]:after:content-['·']">
            <li>{`${isolate(location)}, ${country}`}</li>
            <li>{category}</li>
            {members && <li>{`${members}${saysTheOwner}`}</li>}
            {life && <li>{life}</li>}
          </ul>
        </header>
        <p dir="auto" lang={lang} className="max-w-[68ch] leading-relaxed whitespace-pre-line">
          {description}
        </p>
        {community.host_name && <Host community={community} lang={lang} />}
        <Groups groups={community.groups} lang={lang} />
      </div>
      {/* On phones, a bar at the bottom of the window until what follows it is reached. */}
      <aside
        aria-label="Join"
        className="z-10 min-w-0 border-line bg-surface max-lg:sticky max-lg:bottom-0 max-lg:-mx-4 max-lg:border-t max-lg:px-4 max-lg:py-3 max-lg:short:static sm:max-lg:-mx-6 sm:max-lg:px-6 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:rounded-2xl lg:border lg:p-5 lg:shadow-card print:static"
      >
        {/* src/app/index.css prints the address. */}
        <div data-address={toSiteUrl(path)}>
          <JoinCommunity community={community} />
        </div>
      </aside>
      <div className="min-w-0 space-y-5">
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2 print:hidden noscript:hidden">
          <SaveButton community={community} />
          <SmallButton icon={Share2} onClick={() => void share(name, path)}>
            Share
          </SmallButton>
          <SavedOnDeviceLink id={community.id} />
        </div>
        <dl className="grid gap-x-8 gap-y-4 border-t border-line pt-5 text-[0.9375rem] sm:grid-cols-2">
          {community.is_verified && (
            <Fact icon={BadgeCheck} term="Verified owner">
              The owner proved that they run this group: they put our code into its name or
              description.
            </Fact>
          )}
          <Fact
            icon={join_type === 'request' ? UserCheck : DoorOpen}
            term={joinTypeLabels[join_type]}
          >
            {join_type === 'request'
              ? 'Ask to join on WhatsApp, and an admin of the community will let you in.'
              : 'Anyone with the invite link can join straight away.'}
          </Fact>
          {languages.length > 0 && (
            <Fact icon={Languages} term={languages.length === 1 ? 'Language' : 'Languages'}>
              <span>{listLanguages(languages)}</span>
            </Fact>
          )}
          <Fact icon={CalendarDays} term="Listed since">
            <span>{formatUtcDate(community.approval_date)}</span>
            {community.link_checked_at && (
              <span className="block">
                {`Link checked ${formatUtcDate(community.link_checked_at)}`}
              </span>
            )}
          </Fact>
        </dl>
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2 print:hidden noscript:hidden">
          <CommunityActions community={community} />
        </div>
      </div>
    </article>
  )
}

/** Returns the first 150 characters on one line. By code point: half an emoji is not the same in HTML as in a script. */
const shorten = (text: string) => Array.from(text.replaceAll(/\s+/g, ' ')).slice(0, 150).join('')

/** Takes the focus after a link was followed, so that a screen reader starts there. */
export function Heading({ lang, children }: { lang?: string | undefined; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpenedByLink = useOpenedByLink()
  useEffect(() => {
    if (isOpenedByLink) heading.current?.focus({ preventScroll: true })
  }, [isOpenedByLink])
  return (
    <h1 dir="auto" ref={heading} lang={lang} translate="no" tabIndex={-1} className={titleClass}>
      {children}
    </h1>
  )
}

type HostProps = {
  community: Pick<PublicCommunity, 'host_name' | 'host_intro'>
  lang: string | undefined
}

function Host({ community: { host_name, host_intro }, lang }: HostProps) {
  return (
    <section aria-label="Host" className="max-w-[68ch] border-s-2 border-line ps-4">
      <p className="font-semibold">
        <span>Hosted by </span>
        <bdi translate="no">{host_name}</bdi>
      </p>
      <p dir="auto" lang={lang} className="text-ink-soft">
        {host_intro}
      </p>
    </section>
  )
}

type FactProps = { icon: LucideIcon; term: string; children: ReactNode }

function Fact({ icon: Icon, term, children }: FactProps) {
  return (
    <div className="relative ps-8">
      <dt className="font-semibold">
        <Icon aria-hidden="true" className="absolute start-0 top-0.5 size-5 text-accent" />
        <span>{term}</span>
      </dt>
      <dd className="text-ink-soft">{children}</dd>
    </div>
  )
}

function Groups({ groups, lang }: Pick<PublicCommunity, 'groups'> & { lang: string | undefined }) {
  const id = useId()
  const parsed = parseGroups(groups)
  if (parsed.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl font-semibold">
        {parsed.length === 1 ? 'One group' : `${parsed.length} groups`}
      </h2>
      <ul lang={lang} className="mt-3 grid gap-3 sm:grid-cols-2">
        {parsed.map(({ name, description }, index) => (
          <li
            // Two groups may have the same name.
            key={`${index} ${isolate(name)}`}
            className="min-w-0 rounded-xl border border-line bg-surface px-4 py-3"
          >
            <h3 dir="auto" translate="no" className="font-semibold">
              {name}
            </h3>
            {description && (
              <p dir="auto" className="text-sm text-ink-soft">
                {description}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function parseGroups(groups: PublicCommunity['groups']): { name: string; description: string }[] {
  if (!Array.isArray(groups)) return []
  return groups
    .map((group) => ({
      name: readText(group, 'name'),
      description: readText(group, 'description'),
    }))
    .filter(({ name }) => name !== '')
}

/** Leads a signed-out visitor to what they saved. Beside the buttons: nothing moves when it appears. */
function SavedOnDeviceLink({ id }: { id: string }) {
  const { status } = useSession()
  const isSaved = useSavedOnDevice().includes(id)
  if (!isSaved || status !== 'signed-out') return null
  return (
    <Link to={getViewUrl({ saved: true })} className={cx(accentLink, 'ms-2 text-sm')}>
      See your list
    </Link>
  )
}

/** Opens the system's share sheet, or copies the link if there is none. */
async function share(name: string, path: string) {
  const { href } = new URL(path, window.location.origin)
  if ('share' in navigator) {
    try {
      await navigator.share({ title: name, url: href })
      return
    } catch (error) {
      // The visitor closed the share sheet. After any other error, copy the link.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  try {
    await navigator.clipboard.writeText(href)
    toast.success('Link copied')
  } catch {
    toast.error(`Couldn't copy the link: ${href}`)
  }
}
