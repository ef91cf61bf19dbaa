import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Feedback.tsx'
import type { SaveProblem } from './save-problem.ts'

type Props = {
  title: string
  problem: SaveProblem
  busy: boolean
  onLoadCurrent: () => void
  onSaveMine: () => void
}

/** Why the save failed. A toast alone would be hidden from assistive technology by the dialog. */
export function SaveProblemNotice({ title, problem, busy, onLoadCurrent, onSaveMine }: Props) {
  return (
    <Notice tone="danger" title={title} className="basis-full">
      <p>{problem.message}</p>
      {problem.kind === 'stale' && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" busy={busy} onClick={onLoadCurrent}>
            Load current version
          </Button>
          <Button variant="secondary" size="sm" busy={busy} onClick={onSaveMine}>
            Save mine instead
          </Button>
        </div>
      )}
    </Notice>
  )
}
