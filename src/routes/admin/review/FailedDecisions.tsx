import { noReason, toUserError } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { Outcome } from './decisions.ts'

type Props = Pick<Outcome, 'failures'> & { title: string; description: string; onClose: () => void }

/** Lists the communities of a bulk decision that could not be decided. */
export function FailedDecisions({ failures, title, description, onClose }: Props) {
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={description}
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
