import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { historyOf, type HistorySubject } from './history.ts'
import { HistoryList } from './HistoryList.tsx'

type Props = { subject: HistorySubject; onClose: () => void }

export function HistoryDialog({ subject, onClose }: Props) {
  const history = useInfiniteQuery(historyOf(subject))

  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title="History"
      description={subject.name}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <HistoryList query={history} empty={<NoHistory />} />
    </Dialog>
  )
}

export function NoHistory() {
  return (
    <EmptyState title="No entries" icon={History}>
      Decisions, edits by admins, credit changes and deletions appear here. Old entries are deleted.
    </EmptyState>
  )
}
