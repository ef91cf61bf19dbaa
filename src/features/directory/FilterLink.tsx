import { X } from 'lucide-react'
import { type ReactElement, type ReactNode, useId } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { cx } from '../../ui/cx.ts'
import { type CommunityCount, formatCommunities, getNoun } from './directory-counts.ts'
import { type DirectoryFilter, type DirectoryView, getViewUrl } from './directory-view.ts'

type FacetProps = { title: string; search?: ReactElement; children: ReactNode }

/** The values of a filter. */
export function Facet({ title, search, children }: FacetProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1.5 text-base font-semibold">
        {title}
      </h2>
      {search}
      <ul className="max-lg:flex max-lg:flex-wrap max-lg:gap-2">{children}</ul>
    </section>
  )
}

type FilterLinkProps = {
  label: string
  /** In a language other than the page's if it has a `lang`. */
  detail?: { text: string; lang?: string } | false | ''
  isActive: boolean
  count: CommunityCount | undefined
  view: DirectoryView
  change: Partial<DirectoryFilter>
}

/** Sets a filter, or clears it if it is active. */
export function FilterLink({ label, detail, isActive, count, view, change }: FilterLinkProps) {
  const { state } = useLocation()
  return (
    <li className="-mx-(--bleed,0px)">
      <Link
        to={getViewUrl({ ...view, ...change })}
        // The open sheet has a single history entry.
        {...(view.filters && { replace: true, state })}
        aria-current={isActive ? 'true' : undefined}
        className={cx(
          'flex min-h-9 items-center gap-2 rounded-lg px-2.5 py-1 text-sm text-ink no-underline transition-colors hover:bg-sunken max-lg:border max-lg:border-line',
          'aria-[current=true]:border-accent! aria-[current=true]:bg-accent-soft aria-[current=true]:font-semibold aria-[current=true]:text-accent-ink',
        )}
      >
        <span className="min-w-0 flex-1">
          <span dir="auto">{label}</span>
          {detail && (
            <span
              dir="auto"
              lang={detail.lang}
              translate={detail.lang ? 'no' : undefined}
              className="block text-xs text-ink-soft"
            >
              {detail.text}
            </span>
          )}
        </span>
        {isActive ? (
          <X aria-hidden="true" className="size-4 shrink-0" />
        ) : (
          // Reserves its width, so that nothing moves when the count appears.
          <span className="min-w-5 shrink-0 text-right text-xs text-ink-soft tabular-nums">
            {/* Near the visitor, the number is unknown. */}
            {count && !view.near && (
              <>
                <span>{formatCommunities(count)}</span>
                <span className="sr-only">{` ${getNoun(count)}`}</span>
              </>
            )}
          </span>
        )}
      </Link>
    </li>
  )
}
