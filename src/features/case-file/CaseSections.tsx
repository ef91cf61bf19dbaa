import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactElement, Ref } from 'react'
import { Link } from 'react-router-dom'
import { isolate } from '../../lib/isolate.ts'
import { textLink } from '../../ui/text-link.ts'
import { formatCount, formatDate, formatMoment } from '../../ui/format.ts'
import { ownerUrl } from '../admin/admin-view.ts'
import { DialogLink } from '../admin/DialogLink.tsx'
import { LoadState } from '../admin/ListParts.tsx'
import { StatusBadge } from '../community/StatusBadge.tsx'
import { timelineOf } from '../log/history-queries.ts'
import { HistoryList, NoHistory } from '../log/HistoryList.tsx'
import { Notes } from '../notes/Notes.tsx'
import type { AdminUser } from '../users/user-queries.ts'
import { caseNumbers, type CaseNumbers, claimsOfUser, communitiesOfOwner } from './case-queries.ts'

type Props = { user: AdminUser }

/** What admins know about a user, below the profile. Each section loads on its own. */
export function CaseSections({ user, timeline }: Props & { timeline: Ref<HTMLHeadingElement> }) {
  return (
    <div className="mt-6 space-y-5 border-t border-line pt-5 text-sm">
      <Notes about={{ user_id: user.id }} />
      <OwnedCommunities user={user} />
      <Numbers user={user} />
      <Claims user={user} />
      <Timeline user={user} headingRef={timeline} />
    </div>
  )
}

type SectionProps = { title: string; headingRef?: Ref<HTMLHeadingElement>; children: ReactElement }

function Section({ title, headingRef, children }: SectionProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 ref={headingRef} tabIndex={-1} className="mb-2 text-base font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}

function OwnedCommunities({ user }: Props) {
  const query = useQuery(communitiesOfOwner(user.id))
  const owner = { suspensions: user.suspension ?? null }
  return (
    <Section title="Their communities">
      <>
        {!query.data ? (
          <LoadState query={query} failure="Error loading communities" />
        ) : query.data.communities.length === 0 ? (
          <p className="text-ink-soft">None</p>
        ) : (
          <ul className="space-y-1.5">
            {query.data.communities.map((community) => (
              <li key={community.id} className="flex items-start justify-between gap-3">
                <span className="min-w-0 wrap-anywhere">
                  <DialogLink dialog="show" to={community} />{' '}
                  <span className="text-ink-soft">
                    {`(${isolate(community.location ?? 'no place yet')})`}
                  </span>
                </span>
                <StatusBadge community={{ ...community, owner }} />
              </li>
            ))}
          </ul>
        )}
        {query.data?.hasMore && (
          <p className="mt-2">
            <Link to={ownerUrl(user.id)} className={textLink}>
              All their communities
            </Link>
          </p>
        )}
      </>
    </Section>
  )
}

function Numbers({ user }: Props) {
  const query = useQuery(caseNumbers(user.id))
  if (!query.data) {
    return (
      <Section title="Reports and decisions">
        <LoadState query={query} failure="Error loading reports and decisions" />
      </Section>
    )
  }
  return (
    <Section title="Reports and decisions">
      <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[auto_minmax(0,1fr)]">
        {describeNumbers(query.data, user).map(([term, text]) => (
          <div key={term} className="contents max-sm:block">
            <dt className="text-ink-soft">{term}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

/** Returns '4 (3 upheld, 1 open)', or '0'. */
const describe = (total: number, parts: readonly [count: number, what: string][]) => {
  const known = parts.filter(([count]) => count > 0)
  const details = known.map(([count, what]) => `${formatCount(count)} ${what}`).join(', ')
  return details ? `${formatCount(total)} (${details})` : formatCount(total)
}

function describeNumbers(numbers: CaseNumbers, { suspension }: AdminUser): [string, string][] {
  const { reports_against, upheld_against, open_against } = numbers
  const { reports_by, upheld_by, unfounded_by } = numbers
  const decisions = [
    [numbers.approved, 'approved'],
    [numbers.rejected, 'rejected'],
    [numbers.changes_declined, 'changes declined'],
    [numbers.hidden, 'hidden'],
    [numbers.appeals_accepted, 'appeals accepted'],
    [numbers.appeals_declined, 'appeals declined'],
  ] satisfies [number, string][]
  const total = decisions.reduce((sum, [count]) => sum + count, 0)
  const past = numbers.suspended - (suspension ? 1 : 0)
  return [
    [
      'Reports against them',
      describe(reports_against, [
        [upheld_against, 'upheld'],
        [open_against, 'open'],
      ]),
    ],
    [
      'Reports by them',
      describe(reports_by, [
        [upheld_by, 'upheld'],
        [unfounded_by, 'unfounded'],
      ]),
    ],
    ['Decisions', describe(total, decisions)],
    [
      'Suspensions',
      [suspension && describeSuspension(suspension), past > 0 && `${formatCount(past)} earlier`]
        .filter(Boolean)
        .join('; ') || '0',
    ],
  ]
}

const describeSuspension = ({ reason, until }: NonNullable<AdminUser['suspension']>) =>
  `Suspended${until ? ` until ${formatMoment(until)}` : ''}: ${isolate(reason)}`

function Claims({ user }: Props) {
  const query = useQuery(claimsOfUser(user.id))
  if (query.data?.length === 0) return null
  return (
    <Section title="Claims">
      {!query.data ? (
        <LoadState query={query} failure="Error loading the claims" />
      ) : (
        <ul className="space-y-1.5">
          {query.data.map(({ id, claimant_id, proved_at, outcome, community }) => (
            <li key={id} className="wrap-anywhere">
              <span>{claimant_id === user.id ? 'They claimed' : 'Someone claimed'}</span>{' '}
              {community ? (
                <DialogLink dialog="show" to={community} />
              ) : (
                <span>a deleted community</span>
              )}{' '}
              <span className="text-ink-soft">
                {`(${formatDate(proved_at)}, ${outcome ?? 'open'})`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Timeline({ user, headingRef }: Props & { headingRef: Ref<HTMLHeadingElement> }) {
  const timeline = useInfiniteQuery(timelineOf(user.id))
  return (
    <Section title="Timeline" headingRef={headingRef}>
      <HistoryList query={timeline} showsSubjects empty={<NoHistory />} />
    </Section>
  )
}
