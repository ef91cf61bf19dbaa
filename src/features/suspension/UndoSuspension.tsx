import { Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { useWrite } from '../data/useWrite.ts'
import { undoSuspension } from './suspend-user.ts'

/** Milliseconds. The database allows a minute; the rest is for slow connections. */
const suspensionUndoMs = 55_000

type Props = { user: { id: string; name: string }; onUndone: () => void; onExpired: () => void }

/** Offers to undo a suspension that the admin has just started. */
export function UndoSuspension({ user, onUndone, onExpired }: Props) {
  const expire = useEffectEvent(onExpired)
  useEffect(() => {
    const timer = setTimeout(() => expire(), suspensionUndoMs)
    return () => clearTimeout(timer)
  }, [])
  const undoing = useWrite({
    write: () => undoSuspension(user.id),
    success: 'Suspension undone',
    failure: "Couldn't undo the suspension",
    showReasonIn: 'toast',
    onSuccess: onUndone,
  })

  return (
    <Notice
      tone="success"
      action={
        <SmallButton
          icon={Undo2}
          isPending={undoing.isPending}
          onClick={() => void undoing.run(undefined)}
        >
          Undo
        </SmallButton>
      }
    >
      {`${isolate(user.name)} is suspended.`}
    </Notice>
  )
}
