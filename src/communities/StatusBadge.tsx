import { Badge } from '../ui/Badge.tsx'
import { type Status, statusLabels, statusTone } from './vocabulary.ts'

export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={statusTone(status)}>{statusLabels[status]}</Badge>
}
