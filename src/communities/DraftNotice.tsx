import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Feedback.tsx'

type Props = { savedAt: number; onStartAfresh: () => void }

/** The form holds what this person typed earlier; says so, and lets them begin again. */
export function DraftNotice({ savedAt, onStartAfresh }: Props) {
  const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Notice
      title="Your draft is back"
      action={
        <Button variant="secondary" size="sm" onClick={onStartAfresh}>
          Start afresh
        </Button>
      }
    >
      You can go on where you stopped on {when.format(savedAt)}.
    </Notice>
  )
}
