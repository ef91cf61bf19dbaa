import { MessagesSquare } from 'lucide-react'
import { toast } from '../../../src/ui/toast.tsx'
import { Button } from '../../../src/ui/Button.tsx'
import { EmptyState, ErrorState, Notice } from '../../../src/ui/Feedback.tsx'
import { Chapter, Sample } from './Sample.tsx'

const query = { isFetching: false, refetch: () => undefined }
const tones = ['info', 'success', 'warning', 'danger'] as const

export function Feedback() {
  return (
    <Chapter title="Messages">
      {tones.map((tone) => (
        <Notice
          key={tone}
          tone={tone}
          title={`A notice, ${tone}`}
          action={
            <Button variant="secondary" size="sm">
              Do something
            </Button>
          }
        >
          With a sentence that explains what to do.
        </Notice>
      ))}
      <EmptyState title="Nothing here yet" icon={MessagesSquare} action={<Button>Start</Button>}>
        Describes what will be here, with the next step.
      </EmptyState>
      <ErrorState title="Error loading communities" query={query} hasAdvice />
      <ErrorState title="Trying again" query={{ ...query, isFetching: true }} />
      <Sample title="Toasts">
        <Button variant="secondary" onClick={() => toast('Something happened')}>
          Plain
        </Button>
        <Button variant="secondary" onClick={() => toast.success('Profile updated successfully')}>
          Success
        </Button>
        <Button variant="secondary" onClick={() => toast.error('Failed to update profile')}>
          Error
        </Button>
      </Sample>
    </Chapter>
  )
}
