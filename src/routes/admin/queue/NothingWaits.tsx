import { PartyPopper } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/Feedback.tsx'

type Props = { page: number; onFirstPage: () => void }

export function NothingWaits({ page, onFirstPage }: Props) {
  if (page > 1) {
    return (
      <EmptyState
        title="Nothing waits on this page"
        icon={PartyPopper}
        action={<Button onClick={onFirstPage}>First page</Button>}
      />
    )
  }
  return (
    <EmptyState title="Nothing waits for you" icon={PartyPopper}>
      Every listing is decided. New ones appear here by themselves.
    </EmptyState>
  )
}
