import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { Badge } from '../../../ui/Badge.tsx'
import { Notice, RetryButton } from '../../../ui/Feedback.tsx'
import { formatCountOf } from '../../../ui/format.ts'
import { describeSignal, riskSignals } from './risk-signals.ts'

type Props = { community: { id: string; updated_at: string } }

/** Why a reviewer should look twice. Reports a failure, because showing nothing would mean 'none'. */
export function RiskSignals({ community }: Props) {
  const signals = useQuery(riskSignals(community))
  if (signals.isError) {
    return (
      <Notice tone="warning" action={<RetryButton query={signals} />}>
        Couldn't load the risk signals.
      </Notice>
    )
  }
  if (!signals.data || signals.data.length === 0) return null
  return (
    <section aria-label="Risk signals">
      <ul className="flex flex-wrap gap-1.5">
        {signals.data.map((signal) => (
          <li key={signal.kind}>
            <Badge tone="yellow" canWrap>
              <Flag aria-hidden="true" className="size-3.5 shrink-0" />
              <span>{describeSignal(signal)}</span>
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Marks a community in a list, whose signals usePageSignals has loaded. */
export function RiskMark({ community }: Props) {
  const { data = [] } = useQuery({ ...riskSignals(community), enabled: false })
  if (data.length === 0) return null
  const label = formatCountOf(data.length, 'risk signal', 'risk signals')
  return (
    <span title={label} className="inline-flex shrink-0 items-center gap-0.5 text-warning-ink">
      <Flag aria-hidden="true" className="size-3.5" />
      <span aria-hidden="true" className="text-xs font-semibold tabular-nums">
        {data.length}
      </span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
