import { queryOptions, useQuery } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { Link } from 'react-router-dom'
import { profileQuery } from '../../session/profile.ts'
import { useSuspension } from '../../suspension/suspension.ts'
import { useResumeAfterSignIn } from '../../session/useResumeAfterSignIn.ts'
import { type SessionUser, useSession } from '../../session/useSession.ts'
import { openUserCache } from '../../session/user-cache.ts'
import type { Tables } from '../../../supabase/database.types.ts'
import { suspendedReason, unwrap } from '../../../supabase/errors.ts'
import { loadClient } from '../../../supabase/load-client.ts'
import { maxAlerts } from '../../../supabase/rules/limits.ts'
import { useWrite } from '../../data/useWrite.ts'
import { SmallButton } from '../../../ui/Button.tsx'
import { textLink } from '../../../ui/text-link.ts'
import {
  type DirectoryFilter,
  type DirectoryView,
  getViewUrl,
  listActiveFilters,
} from '../directory-view.ts'

/*
 * An alert emails a user about new communities that match a filter of the directory. It has at most one value of each
 * filter, so a list has an alert for each combination of its values: 'Bali or Medellín' has two.
 */

type AlertFilter = Pick<Tables<'alerts'>, (typeof filterNames)[number]>
const filterNames = ['search', 'location', 'category', 'join_type', 'language'] as const

export type Alert = AlertFilter & Pick<Tables<'alerts'>, 'id'>

/** The alerts of the signed-in user, oldest first. */
export const alertsQuery = (user: SessionUser) =>
  queryOptions({
    queryKey: ['alerts', user.id],
    queryFn: async (): Promise<Alert[]> => {
      const alerts = (await loadClient()).from('alerts')
      const columns = 'id, search, location, category, join_type, language'
      return unwrap(await alerts.select(columns).order('created_at').order('id'))
    },
    staleTime: 60_000,
  })

/** Finds the alerts with one of the filters. `location` is the current name of a place. */
const findAlerts = (alerts: readonly Alert[], filters: readonly AlertFilter[]): Alert[] =>
  alerts.filter((alert) =>
    filters.some((filter) => filterNames.every((name) => alert[name] === filter[name])),
  )

const orNull = <Value,>(values: readonly Value[]) => (values.length > 0 ? values : [null])

/** Returns the combinations of the values of a list. */
const toAlertFilters = (list: DirectoryFilter): AlertFilter[] =>
  orNull(list.location).flatMap((location) =>
    orNull(list.category).flatMap((category) =>
      orNull(list.join_type).flatMap((join_type) =>
        orNull(list.language).map((language) => ({
          search: list.search,
          location,
          category,
          join_type,
          language,
        })),
      ),
    ),
  )

/** Returns what alerts filter by, such as '“surf” · Bali or Medellín · Sports'. */
export const describeFilters = (filter: DirectoryFilter | AlertFilter): string =>
  listActiveFilters(filter)
    .map(({ filter: name, label }) => (name === 'search' ? `“${label}”` : label))
    .join(' · ')

/**
 * Adds all of the alerts or none, and turns the emails about alerts on. Safe to repeat.
 *
 * @throws UserError with the database's reason when it refuses
 */
async function addAlerts(user: SessionUser, filters: readonly AlertFilter[]): Promise<void> {
  const rows = filters.map((filter) => ({ user_id: user.id, ...filter }))
  unwrap(await (await loadClient()).from('alerts').insert(rows))
}

export async function deleteAlerts(ids: string[]): Promise<void> {
  unwrap(await (await loadClient()).from('alerts').delete().in('id', ids))
}

type Props = {
  view: DirectoryView
  /** The current names of the places in the filter. */
  placeNames: readonly string[]
}

/** Adds and deletes the alerts for this list. Adding is a protected action: it continues after sign-in. */
export function AlertButton({ view, placeNames }: Props) {
  const { status, user } = useSession()
  const { category, join_type, language } = view
  // Trimmed: a search that was cut at its maximum length may end with a space.
  const list = { search: view.search.trim(), location: placeNames, category, join_type, language }
  const filters = toAlertFilters(list)
  // Without `near`, which is no filter, and which the list drops if a new page has no position.
  const listUrl = getViewUrl(list)

  const adding = useWrite({
    write: (member: SessionUser) => addAlerts(member, filters),
    failure: "Couldn't add the alert",
    showReasonIn: 'toast',
    onSettled: () => user && refreshAlerts(user),
  })
  const signIn = useResumeAfterSignIn(
    { action: 'alert' },
    listUrl,
    (member) => void adding.run(member),
  )

  if (filters.length > maxAlerts) {
    return (
      <p className="text-sm text-ink-soft">
        {`For emails about new communities, choose fewer filters: this list needs ${filters.length} alerts, and you can have ${maxAlerts}.`}
      </p>
    )
  }
  return (
    <div className="flex flex-col items-center gap-1 text-center">
      {user ? (
        <AlertOfUser
          key={listUrl}
          user={user}
          filters={filters}
          isAdding={adding.isPending}
          onAdd={() => void adding.run(user)}
        />
      ) : (
        <SmallButton icon={Bell} isPending={status === 'loading'} onClick={signIn}>
          {addLabel}
        </SmallButton>
      )}
      <p className="text-sm text-ink-soft">
        <span>{`For ${describeFilters(list)}`}</span>
        {filters.length > 1 && (
          <span>{`. Uses ${filters.length} of your ${maxAlerts} alerts.`}</span>
        )}
      </p>
    </div>
  )
}

const addLabel = 'Email me about new communities'

const refreshAlerts = (user: SessionUser) =>
  Promise.all(
    [alertsQuery(user), profileQuery(user)].map(({ queryKey }) =>
      openUserCache(user.id).invalidateQueries({ queryKey }),
    ),
  )

type AlertOfUserProps = {
  user: SessionUser
  filters: readonly AlertFilter[]
  isAdding: boolean
  onAdd: () => void
}

function AlertOfUser({ user, filters, isAdding, onAdd }: AlertOfUserProps) {
  const queries = openUserCache(user.id)
  const alerts = useQuery(alertsQuery(user), queries)
  const profile = useQuery(profileQuery(user), queries)
  const { length: count } = alerts.data ?? []
  const found = findAlerts(alerts.data ?? [], filters)
  const missing = filters.length - found.length
  const isSuspended = Boolean(useSuspension(user.id))
  const isOn = missing === 0 && profile.data?.wants_alert_emails !== false

  const stopping = useWrite({
    write: deleteAlerts,
    failure: "Couldn't delete the alert",
    showReasonIn: 'toast',
    onSettled: () => refreshAlerts(user),
  })

  const isLoading = alerts.isPending || profile.isPending
  if (missing > 0 && count + missing > maxAlerts && !isAdding) {
    const some = missing > 1 ? 'Delete some' : 'Delete one'
    const have = `${count} ${count === 1 ? 'alert' : 'alerts'}`
    return (
      <p className="text-sm text-ink-soft">
        <span>{`${
          profile.data?.wants_alert_emails === false
            ? `Your alerts are off, and you already have ${count}.`
            : `You already have ${have}.`
        } `}</span>
        <Link to="/profile?section=settings#emails" className={textLink}>
          {some}
        </Link>
        <span>{missing > 1 ? ` to add these ${missing}.` : ' to add this one.'}</span>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {isOn && `You have ${filters.length === 1 ? 'an alert' : 'alerts'} for this list.`}
      </p>
      {/* One button, so that it keeps the focus. */}
      <SmallButton
        icon={isOn ? BellOff : Bell}
        isPending={isLoading || isAdding || stopping.isPending}
        disabled={isSuspended}
        title={isSuspended ? suspendedReason : undefined}
        aria-label={
          isOn ? `Stop the ${filters.length === 1 ? 'alert' : 'alerts'} for this list` : undefined
        }
        onClick={() => (isOn ? void stopping.run(found.map(({ id }) => id)) : onAdd())}
      >
        {isOn ? 'Stop' : addLabel}
      </SmallButton>
    </div>
  )
}
