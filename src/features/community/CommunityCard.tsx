import { BadgeCheck, MapPin, TriangleAlert, Users } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { isolate } from '../../lib/isolate.ts'
import { toSiteUrl } from '../../lib/site-url.ts'
import { openFrom } from '../../lib/view-transition.ts'
import { cx } from '../../ui/cx.ts'
import { formatCountOf, formatUtcDate } from '../../ui/format.ts'
import type { Community } from './fields.ts'
import { CommunityImage } from './CommunityImage.tsx'
import { textLanguage } from './languages.ts'
import { describeLife, type SignsOfLife } from './signs-of-life.ts'

type Props = {
  /** In the form's preview, values may be missing: placeholders replace them. */
  community: Partial<Community> & {
    country?: string | undefined
    is_verified?: boolean
    link_checked_at?: string | null
  } & SignsOfLife
  /** The link target of the whole card; none in the form's preview. */
  link?: CardTarget
  /** From the visitor: '12 km away'. */
  distance?: string | undefined
  /** A button in the corner of the image. */
  action?: ReactNode
  /** On the image, such as whether the user joined. */
  mark?: ReactNode
  /** Visible without scrolling: loads the image immediately instead of lazily. */
  isInFirstRow?: boolean
}

type CardTarget = {
  /** The static page: for a new tab, for search engines, and before the app has started. */
  href: string
  /** The URL that the app opens on a plain click. */
  to: string
}

/** A community as visitors of the directory see it, and at most one mark. Its page has the rest. */
export function CommunityCard({
  community,
  link,
  distance,
  action,
  mark,
  isInFirstRow = false,
}: Props) {
  const { name, description, location, country, image_url, languages = [] } = community
  const lang = textLanguage(languages)
  const members = formatMembers(community.member_count ?? 0)
  const life = describeLife(community)
  const title = name || 'Name of your community'

  return (
    <article className="group relative flex h-full min-w-0 flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-card transition-shadow has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-focus has-[a:hover]:shadow-raised">
      <div className="relative aspect-3/2 overflow-hidden bg-sunken">
        <CommunityImage
          src={image_url || '/placeholder.svg'}
          isSmall
          isEager={isInFirstRow}
          className="size-full rounded-none! transition-transform duration-300 group-has-[a:hover]:scale-[1.03]"
        />
        {mark && <div className="absolute start-3 bottom-3">{mark}</div>}
      </div>
      {/* src/app/index.css prints the address. */}
      <div data-address={link && toSiteUrl(link.href)} className="flex flex-1 flex-col gap-2 p-4">
        <h3
          dir="auto"
          lang={name ? lang : undefined}
          translate={name ? 'no' : undefined}
          className={cx('line-clamp-2 text-lg font-semibold', !name && placeholderStyle)}
        >
          {link ? <CardLink {...link}>{title}</CardLink> : title}
        </h3>
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-ink-soft">
          <span className="inline-flex items-center gap-1">
            <MapPin aria-hidden="true" className="size-4 shrink-0" />
            <span>
              {[isolate(location ?? ''), country].filter(Boolean).join(', ') || 'Location'}
            </span>
          </span>
          {distance && <span className="font-semibold text-ink">{distance}</span>}
          {members && (
            <span className="inline-flex items-center gap-1">
              <Users aria-hidden="true" className="size-4 shrink-0" />
              <span>{members}</span>
              <span className="sr-only">{saysTheOwner}</span>
            </span>
          )}
        </p>
        <p
          dir="auto"
          lang={description ? lang : undefined}
          className={cx(
            // Always two lines tall, so that the cards below do not move when the text changes.
            'line-clamp-2 min-h-10 text-sm whitespace-pre-line',
            !description && placeholderStyle,
          )}
        >
          {description || 'What your community does, and who it is for.'}
        </p>
        {life && <p className="text-sm text-ink-soft">{life}</p>}
      </div>
      <Mark {...community} />
      {action && <div className="absolute end-2 top-2 z-10">{action}</div>}
    </article>
  )
}

/** In the corner of the image: that the link has not been confirmed lately, or else that the owner is verified. */
function Mark({ link_checked_at, is_verified }: Props['community']) {
  if (link_checked_at && isStale(link_checked_at)) {
    return (
      <p className={cx(markStyle, 'bg-warning-soft text-warning-ink')}>
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
        <span>{`Link last checked ${formatUtcDate(link_checked_at)}`}</span>
      </p>
    )
  }
  return (
    is_verified && (
      // The community's page explains it.
      <p className={cx(markStyle, 'bg-surface/95 text-accent-ink')}>
        <BadgeCheck aria-hidden="true" className="size-4 shrink-0" />
        <span>Verified</span>
      </p>
    )
  )
}

const markStyle =
  'absolute start-3 top-3 inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold'

/** Working links are checked twice a day, so an older check means that the last ones failed. */
const maxLinkAgeMs = 14 * 86_400_000

const isStale = (timestamp: string) => Date.now() - Date.parse(timestamp) > maxLinkAgeMs

/** Covers the card: the whole card is clickable, and screen readers announce one link. */
function CardLink({ href, to, children }: CardTarget & { children: ReactNode }) {
  const navigate = useNavigate()
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event
    const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    openFrom(currentTarget.closest('article')?.querySelector('img'), () => void navigate(to))
  }
  return (
    <a
      href={href}
      onClick={open}
      className="text-ink no-underline outline-none after:absolute after:inset-0"
    >
      {children}
    </a>
  )
}

const placeholderStyle = 'text-ink-soft italic'

/** Rounds to two significant digits. Counts below 100 have no more. */
function roundMembers(count: number): number {
  const step = 10 ** Math.max(0, String(count).length - 2)
  return Math.round(count / step) * step
}

/**
 * Returns the member count that an owner entered as visitors see it: 'about 1,200 members', and below 100 '12 members'. Empty
 * for 0: the owner has not said.
 */
export function formatMembers(count: number): string {
  if (count <= 0) return ''
  const members = formatCountOf(roundMembers(count), 'member', 'members')
  return count < 100 ? members : `about ${members}`
}

/** The count is not verified, so each place that shows it names its source. */
export const saysTheOwner = ', says the owner'
