import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { EyeOff, MapPin } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { isolate } from '../../../lib/isolate.ts'
import { CommunityImage } from '../../community/CommunityImage.tsx'
import { type Join, joinedCommunities } from '../join/joins.ts'
import { SaveToggle } from './SaveButton.tsx'
import { type SavedCommunity, useSaveInAccount } from './saved-in-account.ts'
import type { SessionUser } from '../../session/useSession.ts'
import type { Database } from '../../../supabase/database.types.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { loadClient } from '../../../supabase/load-client.ts'
import type { ColumnsOf } from '../../../supabase/row-of.ts'
import { useWrite } from '../../data/useWrite.ts'
import { SmallButton } from '../../../ui/Button.tsx'
import { formatDay } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/Loading.tsx'

/** A community that the user saved, joined, or both. */
type OwnEntry = {
  id: string
  isSaved: boolean
  joinedOn: string | null
  /** The user's answer whether the group is still active. */
  isActive: boolean | null
}

/** Returns the saved and the joined communities, the one that was last saved or joined first. */
export function mergeEntries(saved: readonly SavedCommunity[], joins: readonly Join[]): OwnEntry[] {
  const lastJoins = new Map(joins.map((join) => [join.community_id, join]))
  const savedAt = new Map(saved.map(({ community_id, saved_at }) => [community_id, saved_at]))
  // Days and moments sort together as texts.
  const latest = (id: string) =>
    [savedAt.get(id) ?? '', lastJoins.get(id)?.joined_on ?? ''].toSorted().at(-1) ?? ''
  return [...new Set([...savedAt.keys(), ...lastJoins.keys()])]
    .toSorted((one, other) => latest(other).localeCompare(latest(one)))
    .map((id) => ({
      id,
      isSaved: savedAt.has(id),
      joinedOn: lastJoins.get(id)?.joined_on ?? null,
      isActive: lastJoins.get(id)?.is_active ?? null,
    }))
}

const columns = 'id, name, location, country, image_url'

type Listed = Database['public']['Functions']['get_listed_communities']['Returns'][number]
type CommunitySummary = Pick<Listed, keyof Listed & ColumnsOf<typeof columns>>

/** What visitors see of some communities. Those that are no longer listed are missing. */
export function listedCommunities(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['listed communities', ids],
    queryFn: async ({ signal }): Promise<CommunitySummary[]> => {
      const supabase = await loadClient()
      const input = { community_ids: [...ids] }
      const listed = supabase.rpc('get_listed_communities', input, { get: true }).select(columns)
      return unwrap(await listed.abortSignal(signal))
    },
  })
}

type Props = {
  user: SessionUser
  entry: OwnEntry
  /** Undefined if visitors no longer see it: its content may be hidden for a reason. */
  community: CommunitySummary | undefined
  isLoading: boolean
}

export function SavedRow({ user, entry, community, isLoading }: Props) {
  const joined = entry.joinedOn && `Joined ${formatDay(entry.joinedOn)}`
  const named = { id: entry.id, name: community?.name ?? 'this community' }
  const save = useSaveInAccount({ user, community: named })
  // A row that was not on the previous page has no content yet.
  if (!community && isLoading) {
    return (
      <li className="py-4">
        <Skeleton className="h-14" />
      </li>
    )
  }
  return (
    // Gets the focus when a row is removed.
    <li tabIndex={-1} className="flex items-center gap-3 rounded-lg py-4 sm:gap-4">
      {community ? (
        <CommunityImage
          isThumbnail
          src={community.image_url}
          className="h-11 w-14 sm:h-14 sm:w-20"
        />
      ) : (
        <span className="grid h-11 w-14 sm:h-14 sm:w-20 shrink-0 place-items-center rounded-xl bg-sunken text-ink-soft">
          <EyeOff aria-hidden="true" className="size-5" />
        </span>
      )}
      <div className="min-w-0 flex-1 space-y-1">
        <h3 className="line-clamp-2 font-semibold wrap-anywhere">
          {community ? (
            <Link
              dir="auto"
              to={`/communities?community=${community.id}`}
              translate="no"
              className="rounded-sm text-ink no-underline hover:underline"
            >
              {community.name}
            </Link>
          ) : (
            <span className="text-ink-soft">No longer listed</span>
          )}
        </h3>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          {community && (
            <span className="inline-flex items-center gap-1">
              <MapPin aria-hidden="true" className="size-4 shrink-0" />
              <span>{`${isolate(community.location)}, ${community.country}`}</span>
            </span>
          )}
          {joined && <span>{joined}</span>}
        </p>
        {community && entry.joinedOn && canAnswer(entry.joinedOn) && (
          <StillActiveQuestion user={user} entry={entry} community={community} />
        )}
      </div>
      {(community || entry.isSaved) && <SaveToggle isIconOnly community={named} {...save} />}
    </li>
  )
}

type QuestionProps = { user: SessionUser; entry: OwnEntry; community: CommunitySummary }

const answerDays = 60

/** Whether the database takes an answer of a user who last joined on a day, in UTC. */
const canAnswer = (joinedOn: string, now = Date.now()): boolean =>
  joinedOn > new Date(now - answerDays * 86_400_000).toISOString().slice(0, 10)

/** Asks a user who joined whether the group is still active. The answer can be changed; owners never see who gave it. */
function StillActiveQuestion({ user, entry: { id, isActive }, community }: QuestionProps) {
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
