import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { loadClient } from '../../../supabase/load-client.ts'
import { useWrite } from '../../data/useWrite.ts'
import { SmallButton } from '../../../ui/Button.tsx'
import { type ListedCommunity, joinedCommunities, type OwnEntry } from './saved-and-joined.ts'

type Props = { user: SessionUser; entry: OwnEntry; community: ListedCommunity }

const answerDays = 60

/** Whether the database takes an answer of a user who last joined on a day, in UTC. */
export const canAnswer = (joinedOn: string, now = Date.now()): boolean =>
  joinedOn > new Date(now - answerDays * 86_400_000).toISOString().slice(0, 10)

/** Asks a user who joined whether the group is still active. The answer can be changed; owners never see who gave it. */
export function StillActiveQuestion({ user, entry: { id, isActive }, community }: Props) {
  const queries = useQueryClient()
  const { queryKey } = joinedCommunities(user.id)
  const chosen = useRef(true)
  const answer = useWrite({
    write: async () => {
      const supabase = await loadClient()
      for (;;) {
        const is_active = chosen.current
        // oxlint-disable-next-line no-await-in-loop -- an answer changed meanwhile must arrive after the first one
        unwrap(await supabase.rpc('answer_still_active', { community_id: id, is_active }))
        if (is_active === chosen.current) return is_active
      }
    },
    success: 'Thank you for your answer',
    failure: 'Failed to save your answer',
    showReasonIn: 'toast',
    onSuccess: (is_active) =>
      queries.setQueryData(queryKey, (joins) =>
        joins?.map((join) => (join.community_id === id ? { ...join, is_active } : join)),
      ),
  })
  const button = (label: string, value: boolean) => (
    <SmallButton
      aria-pressed={isActive === value}
      aria-busy={answer.isPending}
      className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
      onClick={() => {
        chosen.current = value
        void answer.run()
      }}
    >
      {label}
    </SmallButton>
  )

  return (
    <div
      role="group"
      aria-label={`Is ${isolate(community.name)} still active?`}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm"
    >
      <span>Is this group still active?</span>
      <span className="flex gap-2">
        {button('Yes', true)}
        {button('No', false)}
      </span>
    </div>
  )
}
