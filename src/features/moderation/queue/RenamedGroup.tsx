import { queryOptions, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { hasBlock, isOutOfDirectory } from '../../community/blocks.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadState } from '../../admin/ListParts.tsx'
import { isRenamed, type QueuedCommunity } from './queue.ts'
import type { Review } from './useReview.ts'

type Props = { community: QueuedCommunity; review: Review }

/** The approved and the present name of a group that was renamed on WhatsApp, and the button that accepts the latter. */
export function RenamedGroup({ community, review }: Props) {
  const names = useQuery({ ...groupNames(community.id), enabled: isRenamed(community) })
  const saving = review.decisions.saving.get(community.id)
  if (!isRenamed(community)) return null

  return (
    <section
      aria-label="Renamed on WhatsApp"
      className="space-y-3 rounded-xl bg-warning-soft/50 px-4 py-3 text-sm"
    >
      <p className="font-semibold">
        {hasBlock(community, 'renamed')
          ? 'The group was renamed on WhatsApp. The community is hidden until you decide.'
          : community.name_changed_at || isOutOfDirectory(community)
            ? 'The group was renamed on WhatsApp.'
            : 'The group was renamed on WhatsApp. Visitors keep seeing the approved version.'}
      </p>
      {names.data ? (
        <>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
            <dt className="text-ink-soft">Approved name</dt>
            <GroupName name={names.data.approved_name} />
            <dt className="text-ink-soft">Name now</dt>
            <GroupName name={names.data.group_name} />
          </dl>
          <Button
            size="sm"
            icon={Check}
            isPending={saving === 'accept name'}
            disabled={saving !== undefined && saving !== 'accept name'}
            onClick={() =>
              void review.decideHere({
                community,
                kind: 'accept name',
                groupName: names.data.group_name,
              })
            }
          >
            Accept the new name
          </Button>
        </>
      ) : (
        <LoadState query={names} failure="Error loading the names of the group" />
      )}
    </section>
  )
}

/** The types of functions leave out null: no reviewer has read the approved name. */
function GroupName({ name }: { name: string | null }) {
  if (name === null) return <dd>None yet: the name has changed between two checks</dd>
  return name ? (
    <dd dir="auto" translate="no" className="font-semibold wrap-anywhere">
      {name}
    </dd>
  ) : (
    <dd>No visible name</dd>
  )
}

function groupNames(communityId: string) {
  return queryOptions({
    queryKey: ['admin', 'group names', communityId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase
          .rpc('get_group_names', { community_id: communityId })
          .abortSignal(signal)
          .single(),
      ),
  })
}
