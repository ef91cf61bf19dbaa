import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { isolate } from '../../../lib/isolate.ts'
import { type Alert, alertsQuery, deleteAlerts, describeFilters } from './AlertButton.tsx'
import type { SessionUser } from '../../session/useSession.ts'
import { useWrite } from '../../data/useWrite.ts'
import { GhostButton } from '../../../ui/Button.tsx'
import { RetryButton } from '../../../ui/Feedback.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'
import { textLink } from '../../../ui/text-link.ts'
import { getViewUrl } from '../directory-view.ts'

/** The alerts of the user. */
export function AlertList({ user }: { user: SessionUser }) {
  const alerts = useQuery(alertsQuery(user))
  const list = useRef<HTMLDivElement>(null)

  if (!alerts.data) {
    if (!alerts.isError) return <Skeleton className="h-8 w-full" />
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <p>Couldn't load your alerts.</p>
        <RetryButton query={alerts} aria-label="Try again to load your alerts" />
      </div>
    )
  }
  return (
    // Receives the focus when the focused row is deleted.
    <div ref={list} tabIndex={-1} className="rounded-sm text-sm">
      {alerts.data.length === 0 ? (
        <p className="text-ink-soft">
          <span>None yet. Search or filter </span>
          <Link to="/communities" className={textLink}>
            the communities
          </Link>
          <span>, then choose "Email me about new communities".</span>
        </p>
      ) : (
        <ul aria-label="Your alerts" className="divide-y divide-line">
          {alerts.data.map((alert) => (
            <AlertRow
              key={alert.id}
              user={user}
              alert={alert}
              onDeleted={() => list.current?.focus()}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

type RowProps = { user: SessionUser; alert: Alert; onDeleted: () => void }

function AlertRow({ user, alert, onDeleted }: RowProps) {
  const queries = useQueryClient()
  const { queryKey } = alertsQuery(user)
  const deletion = useWrite({
    write: () => deleteAlerts([alert.id]),
    failure: "Couldn't delete the alert",
    showReasonIn: 'toast',
    onSuccess: () => {
      queries.setQueryData(queryKey, (all) => all?.filter(({ id }) => id !== alert.id))
      onDeleted()
    },
  })
  const name = describeFilters(alert)

  return (
    <li className="flex items-center gap-2 py-1">
      <Link
        dir="auto"
        to={getViewUrl(alert)}
        className={`min-w-0 flex-1 wrap-anywhere ${textLink}`}
      >
        {name}
      </Link>
      <GhostButton
        icon={Trash2}
        isPending={deletion.isPending}
        aria-label={`Delete: ${isolate(name)}`}
        onClick={() => void deletion.run()}
      />
    </li>
  )
}
