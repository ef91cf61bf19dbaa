import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleHelp, Link2Off } from 'lucide-react'
import { LoadState } from '../../admin/ListParts.tsx'
import { hasBlock, isOutOfDirectory } from '../../community/blocks.ts'
import { heldValues, withHeldChanges } from '../../community/fields.ts'
import { readText } from '../../../lib/read-property.ts'
import { callFunction } from '../../../supabase/call-function.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { RetryButton } from '../../../ui/Feedback.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'
import type { Decision } from './decisions.ts'
import { isRenamed, type QueuedCommunity } from './queue.ts'

/* What WhatsApp says about the group of a community. */

/**
 * Shows which WhatsApp group the link under review leads to, beside the community's own name. Reviewers can
 * decide before the check is done.
 */
export function LinkState({ community }: { community: QueuedCommunity }) {
  const { name, whatsapp_link } = withHeldChanges(community)
  const check = useQuery(linkCheck(community.id, whatsapp_link))
  const isNew = heldValues(community)['whatsapp_link'] !== undefined

  return (
    <div role="status" className="mt-2 min-w-0 space-y-1">
      {isNew && <p className="text-ink-soft">The new link, waiting for review:</p>}
      {check.isPending ? (
        <>
          <span className="sr-only">Checking the link on WhatsApp...</span>
          <Skeleton className="h-10 w-full" />
        </>
      ) : check.data?.state === 'live' ? (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-xl bg-sunken/60 px-4 py-3">
          <dt className="text-ink-soft">On WhatsApp</dt>
          <dd dir="auto" translate="no" className="font-semibold">
            {check.data.groupName}
          </dd>
          <dt className="text-ink-soft">Listed as</dt>
          <dd dir="auto" translate="no">
            {name}
          </dd>
        </dl>
      ) : check.data?.state === 'dead' ? (
        <div className="flex items-start gap-3 rounded-xl bg-danger-soft px-4 py-3 text-danger-ink">
          <Link2Off aria-hidden="true" className="mt-0.5 size-[1.125rem] shrink-0" />
          <div className="min-w-0">
            <p className="font-semibold">This invite is dead</p>
            <p>It doesn't lead to a WhatsApp group.</p>
          </div>
        </div>
      ) : (
        <div className="flex items-start gap-3 rounded-xl bg-sunken/60 px-4 py-3">
          <CircleHelp aria-hidden="true" className="mt-0.5 size-[1.125rem] shrink-0" />
          <div className="min-w-0 space-y-2">
            <p>Couldn't find out where the link leads.</p>
            {check.data?.groupName && (
              <p>
                It last led to{' '}
                <span dir="auto" translate="no" className="font-semibold">
                  {check.data.groupName}
                </span>
                .
              </p>
            )}
            <RetryButton query={check} aria-label="Try again to find out where the link leads" />
          </div>
        </div>
      )}
    </div>
  )
}

/** Checks the held link if there is one, else the live one. */
function linkCheck(communityId: string, link: string) {
  return queryOptions({
    // With the link, so that a new one is checked again.
    // Not under 'admin': reloading the queue must not repeat the request to WhatsApp.
    queryKey: ['link check', communityId, link],
    queryFn: async () =>
      readLinkCheck(
        (await callFunction('admin/check-links', { body: { community: communityId } })).data,
      ),
    staleTime: 5 * 60_000,
    // The panel has a retry button.
    retry: false,
  })
}

/** @throws when the response has no known state */
function readLinkCheck(response: unknown) {
  const state = readText(response, 'state')
  if (state !== 'live' && state !== 'dead' && state !== 'unknown') {
    throw new Error('The response has no link state')
  }
  return { state, groupName: readText(response, 'group_name') }
}

/** The approved and the present name of a group that was renamed on WhatsApp. */
export function RenamedGroup({ community }: { community: QueuedCommunity }) {
  const names = useQuery({ ...groupNames(community.id), enabled: isRenamed(community) })
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
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
          <dt className="text-ink-soft">Approved name</dt>
          <GroupName name={names.data.approved_name} />
          <dt className="text-ink-soft">Name now</dt>
          <GroupName name={names.data.group_name} />
        </dl>
      ) : (
        <LoadState query={names} failure="Error loading the names of the group" />
      )}
    </section>
  )
}

/** Accepts the new name, as the reviewer saw it. Undefined until it is loaded. */
export const acceptName = (
  community: QueuedCommunity,
  group_name: string | undefined,
): Decision => ({
  kind: 'accept name',
  community,
  label: { verb: 'Accept', object: 'new name' },
  ...(group_name === undefined && {
    obstacle: 'The names are still loading. Wait a moment and try again.',
  }),
  success: 'New name accepted successfully',
  failure: 'Failed to accept the new name',
  save: async () => {
    const { id: community_id, updated_at: version } = community
    const call = { community_id, version, group_name: group_name ?? '' }
    unwrap(await supabase.rpc('accept_group_name', call))
  },
})

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

export function groupNames(communityId: string) {
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
