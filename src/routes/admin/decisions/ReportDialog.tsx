import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { failureReason, pastTense } from './decisions.ts'
import type { Decisions, Report } from './useDecisions.ts'

/** Says of many decisions which failed, and why. */
export function ReportDialog({ decisions }: { decisions: Decisions }) {
  const { report, closeReport } = decisions
  if (!report) return null
  const { failed, done, verdict } = report

  return (
    <Dialog
      open
      onOpenChange={closeReport}
      title={`${failed.length} of ${failed.length + done} could not be ${pastTense[verdict]}`}
      description={
        done > 0
          ? `${done === 1 ? 'One other was' : `The other ${done} were`} ${pastTense[verdict]}.`
          : 'Nothing was changed.'
      }
      footer={<Button onClick={closeReport}>Close</Button>}
    >
      <ul className="divide-y divide-line">
        {failed.map((outcome) => (
          <li key={outcome.item.community.id} className="py-2.5 first:pt-0">
            <p className="font-semibold break-words">{outcome.item.community.name}</p>
            <p className="text-sm text-ink-soft">{reasonOf(outcome)}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const reasonOf = ({ error }: Report['failed'][number]) =>
  failureReason(error) || 'The service gave no reason. Try again in a moment.'
