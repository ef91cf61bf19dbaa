import { ChevronRight, RefreshCw } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import type { QueuePosition } from './queue-position.ts'
import { KeyHint } from './shortcuts.tsx'

/** Reports what has happened to the current community since the reviewer opened it. It changes only on request. */
export function FrozenNotice({ position }: { position: QueuePosition }) {
  const { change } = position
  if (!change) return null
  return (
    <Notice
      tone="warning"
      title={change.title ?? 'Checking what has changed...'}
      className="rounded-none!"
      action={
        <span className="flex flex-wrap gap-2">
          {change.isWaiting && (
            <Button size="sm" icon={RefreshCw} onClick={position.showLatest}>
              Show the new version
            </Button>
          )}
          <Button
            size="sm"
            variant={change.isWaiting ? 'secondary' : 'primary'}
            icon={ChevronRight}
            disabled={!position.canMove(1)}
            onClick={() => position.move(1)}
          >
            <span>Next</span> <KeyHint>J</KeyHint>
          </Button>
        </span>
      }
    >
      {change.isWaiting ? 'You see the version that you opened.' : 'You see it as it was before.'}
    </Notice>
  )
}
