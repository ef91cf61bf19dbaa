import { useQuery } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { addAlert, type AlertFilter, alertsQuery, deleteAlert, findAlert } from './alerts.ts'
import { readItem, removeItem, writeItem } from '../../../lib/browser-storage.ts'
import { profileQuery } from '../../session/profile.ts'
import { suspendedReason, useSuspension } from '../../suspension/suspension.ts'
import { type SessionUser, useSession } from '../../session/useSession.ts'
import { openUserCache } from '../../session/user-cache.ts'
import { maxAlerts } from '../../../supabase/rules/limits.ts'
import { useWrite } from '../../data/useWrite.ts'
import { SmallButton } from '../../../ui/Button.tsx'
import { textLink } from '../../../ui/text-link.ts'
import { type DirectoryView, getViewUrl } from '../directory-view.ts'

type Props = {
  view: DirectoryView
  /** The current name of the place in the filter. */
  locationName: string | null
}

/** Emails the user about new communities in this list. A protected action: it continues after sign-in. */
export function AlertButton({ view, locationName }: Props) {
  const { status, user, requestSignIn } = useSession()
  // Trimmed: a search that was cut at its maximum length may end with a space.
  const filter = { ...view, search: view.search.trim(), location: locationName }
  // Without `near`, which is no filter, and which the list drops if a new page has no position.
  const listUrl = getViewUrl({ ...filter, sort: null, map: false, near: false, filters: false })

  const signInForAlert = () => {
    writeItem(wantedKey, listUrl)
    requestSignIn(`${listUrl}&${resumeParam}=alert`, { reason: { action: 'alert' } })
  }

  if (user) return <AlertOfUser key={listUrl} user={user} filter={filter} listUrl={listUrl} />
  return (
    <SmallButton icon={Bell} isPending={status === 'loading'} onClick={signInForAlert}>
      {addLabel}
    </SmallButton>
  )
}

const addLabel = 'Email me about new communities'

type AlertOfUserProps = { user: SessionUser; filter: AlertFilter; listUrl: string }

function AlertOfUser({ user, filter, listUrl }: AlertOfUserProps) {
  const queries = openUserCache(user.id)
  const alerts = useQuery(alertsQuery(user), queries)
  const profile = useQuery(profileQuery(user), queries)
  const alert = alerts.data && findAlert(alerts.data, filter)
  const isSuspended = Boolean(useSuspension(user.id))
  const isOn = alert !== undefined && profile.data?.wants_alert_emails !== false

  const refresh = () =>
    Promise.all(
      [alertsQuery(user), profileQuery(user)].map(({ queryKey }) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  const adding = useWrite({
    write: () => addAlert(user, filter),
    failure: "Couldn't turn on emails about this list",
    showReasonIn: 'toast',
    onSettled: refresh,
  })
  const stopping = useWrite({
    write: deleteAlert,
    failure: "Couldn't stop the emails about this list",
    showReasonIn: 'toast',
    onSettled: refresh,
  })
  useResume(listUrl, () => void adding.run())

  const isLoading = alerts.isPending || profile.isPending
  if (alerts.data && alerts.data.length >= maxAlerts && !alert && !adding.isPending) {
    return (
      <p className="text-sm text-ink-soft">
        <span>{`${
          profile.data?.wants_alert_emails === false
            ? `Emails about new communities are off, and you have already chosen ${maxAlerts} lists.`
            : `You already get emails about ${maxAlerts} lists.`
        } `}</span>
        <Link to="/profile#emails" className={textLink}>
          Remove one
        </Link>
        <span> to add this one.</span>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {isOn && 'You get emails about this list.'}
      </p>
      {/* One button, so that it keeps the focus. */}
      <SmallButton
        icon={isOn ? BellOff : Bell}
        isPending={isLoading || adding.isPending || stopping.isPending}
        disabled={isSuspended}
        title={isSuspended ? suspendedReason : undefined}
        aria-label={isOn ? 'Stop emails about this list' : undefined}
        onClick={() => void (isOn ? stopping.run(alert.id) : adding.run())}
      >
        {isOn ? 'Stop' : addLabel}
      </SmallButton>
    </div>
  )
}

/** The list that the visitor wanted emails about before signing in. */
const wantedKey = 'community-app-alert'
const resumeParam = 'resume'

/** Adds the alert when the user returns from signing in. The URL alone does not, because it could come from another user. */
function useResume(listUrl: string, add: () => void) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isResuming = params.get(resumeParam) === 'alert'
  const handled = useRef(false)

  useEffect(() => {
    if (!isResuming || handled.current) return
    handled.current = true
    const search = new URLSearchParams(params)
    search.delete(resumeParam)
    void navigate({ search: search.toString() }, { replace: true })
    const wanted = readItem(wantedKey)
    removeItem(wantedKey)
    if (wanted === listUrl) add()
  }, [isResuming, params, navigate, listUrl, add])
}
