import { useSession } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
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
  const { requestSignIn } = useSession()

  return (
    <Notice tone="danger" title={title} className="basis-full">
      <p>{problem.message}</p>
      {problem.kind === 'signed-out' && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={() => requestSignIn()}>
          Sign in
        </Button>
      )}
      {problem.kind === 'stale' && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" busy={busy} onClick={onLoadCurrent}>
            Load the current version
          </Button>
          <Button variant="secondary" size="sm" busy={busy} onClick={onSaveMine}>
            Save mine instead
          </Button>
        </div>
      )}
    </Notice>
  )
}
