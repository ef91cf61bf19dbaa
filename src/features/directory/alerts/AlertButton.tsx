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
import { type DirectoryView, getViewUrl, isSingleValued } from '../directory-view.ts'

/* An alert emails a user about new communities that match a filter of the directory. */

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

/** Finds the alert with the same filter. `location` is the current name of a place. */
const findAlert = (alerts: readonly Alert[], filter: AlertFilter): Alert | undefined =>
  alerts.find((alert) => filterNames.every((name) => alert[name] === filter[name]))

/**
 * Adds an alert, and turns the emails about alerts on. Safe to repeat.
 *
 * @throws UserError with the database's reason when it refuses
 */
async function addAlert(user: SessionUser, filter: AlertFilter): Promise<void> {
  const { search, location, category, join_type, language } = filter
  const row = { user_id: user.id, search, location, category, join_type, language }
  unwrap(await (await loadClient()).from('alerts').insert(row))
}

export async function deleteAlert(id: string): Promise<void> {
  unwrap(await (await loadClient()).from('alerts').delete().eq('id', id))
}

type Props = {
  view: DirectoryView
  /** The current names of the places in the filter. */
  placeNames: readonly string[]
}

/** Adds and deletes an alert for this list, if it can have one. Adding is a protected action: it continues after sign-in. */
export function AlertButton({ view, placeNames }: Props) {
  if (isSingleValued(view)) return <AlertForList view={view} placeNames={placeNames} />
  return (
    <p className="text-sm text-ink-soft">
      To get emails about new communities, choose at most one value of each filter.
    </p>
  )
}

function AlertForList({ view, placeNames }: Props) {
  const { status, user } = useSession()
  const filter: AlertFilter = {
    // Trimmed: a search that was cut at its maximum length may end with a space.
    search: view.search.trim(),
    location: placeNames[0] ?? null,
    category: view.category[0] ?? null,
    join_type: view.join_type[0] ?? null,
    language: view.language[0] ?? null,
  }
  // Without `near`, which is no filter, and which the list drops if a new page has no position.
  const listUrl = getViewUrl(filter)

  const adding = useWrite({
    write: (member: SessionUser) => addAlert(member, filter),
    failure: "Couldn't add the alert",
    showReasonIn: 'toast',
    onSettled: () => user && refreshAlerts(user),
  })
  const signIn = useResumeAfterSignIn(
    { action: 'alert' },
    listUrl,
    (member) => void adding.run(member),
  )

  if (user) {
    return (
      <AlertOfUser
        key={listUrl}
        user={user}
        filter={filter}
        isAdding={adding.isPending}
        onAdd={() => void adding.run(user)}
      />
    )
  }
  return (
    <SmallButton icon={Bell} isPending={status === 'loading'} onClick={signIn}>
      {addLabel}
    </SmallButton>
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
  filter: AlertFilter
  isAdding: boolean
  onAdd: () => void
}

function AlertOfUser({ user, filter, isAdding, onAdd }: AlertOfUserProps) {
  const queries = openUserCache(user.id)
  const alerts = useQuery(alertsQuery(user), queries)
  const profile = useQuery(profileQuery(user), queries)
  const alert = alerts.data && findAlert(alerts.data, filter)
  const isSuspended = Boolean(useSuspension(user.id))
  const isOn = alert !== undefined && profile.data?.wants_alert_emails !== false

  const stopping = useWrite({
    write: deleteAlert,
    failure: "Couldn't delete the alert",
    showReasonIn: 'toast',
    onSettled: () => refreshAlerts(user),
  })

  const isLoading = alerts.isPending || profile.isPending
  if (alerts.data && alerts.data.length >= maxAlerts && !alert && !isAdding) {
    return (
      <p className="text-sm text-ink-soft">
        <span>{`${
          profile.data?.wants_alert_emails === false
            ? `Your alerts are off, and you already have ${maxAlerts}.`
            : `You already have ${maxAlerts} alerts.`
        } `}</span>
        <Link to="/profile?section=settings#emails" className={textLink}>
          Delete one
        </Link>
        <span> to add this one.</span>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {isOn && 'You have an alert for this list.'}
      </p>
      {/* One button, so that it keeps the focus. */}
      <SmallButton
        icon={isOn ? BellOff : Bell}
        isPending={isLoading || isAdding || stopping.isPending}
        disabled={isSuspended}
        title={isSuspended ? suspendedReason : undefined}
        aria-label={isOn ? 'Stop the alert for this list' : undefined}
        onClick={() => (isOn ? void stopping.run(alert.id) : onAdd())}
      >
        {isOn ? 'Stop' : addLabel}
      </SmallButton>
    </div>
  )
}
