import { noReason, toUserError } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { decisionTexts, type FailedBatch, titleOfFailures } from './useDecisions.ts'

type Props = { batch: FailedBatch; onClose: () => void }

/** Lists the communities of a bulk decision that could not be decided. */
export function FailedDecisions({ batch, onClose }: Props) {
  const { kind, doneCount, failures } = batch
  const verb = decisionTexts[kind].done.toLowerCase()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={titleOfFailures(batch)}
      description={
        doneCount > 0
          ? `${doneCount === 1 ? 'One other was' : `The other ${doneCount} were`} ${verb}.`
          : 'Nothing was changed.'
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ul className="divide-y divide-line">
        {failures.map(({ decision: { community }, error }) => (
          <li key={community.id} className="py-2.5 first:pt-0">
            <p translate="no" className="font-semibold">
              {community.name}
            </p>
            <p className="text-sm text-ink-soft">{toUserError(error).message || noReason}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
