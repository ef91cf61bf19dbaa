import { Badge } from '../ui/Badge.tsx'
import { type Status, statusLabels, statusTones } from './vocabulary.ts'

export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
}
