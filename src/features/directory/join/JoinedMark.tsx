import { CircleCheck } from 'lucide-react'
import type { SessionUser } from '../../session/useSession.ts'
import { useIsJoined } from './joins.ts'

/** Marks the card of a community that the user joined. On the image, so that nothing moves when it appears. */
export function JoinedMark({ user, id }: { user: SessionUser; id: string }) {
  if (!useIsJoined(user, id)) return null
  return (
    <span className="inline-flex items-center gap-1 rounded-full bg-accent px-2.5 py-0.5 text-xs font-semibold text-accent-on">
      <CircleCheck aria-hidden="true" className="size-3.5" />
      <span>Joined</span>
    </span>
  )
}
