import { useQueryClient } from '@tanstack/react-query'
import { Differences } from '../../communities/Differences.tsx'
import { type Community, communityGone } from '../../communities/fields.ts'
import { heldDifferences, heldFields } from '../../communities/versions.ts'
import { changedRow } from '../../supabase/errors.ts'
import { database } from '../../supabase/database.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { ownCommunities } from './own-communities.ts'

type Props = { community: Community }

/** Shows that changes to an approved community wait for review, and lets the owner withdraw them. */
export function WithdrawChanges({ community }: Props) {
  const queries = useQueryClient()
  const { queryKey } = ownCommunities(community.owner_id)
  const withdrawal = useWrite({
    write: async () =>
      changedRow(
        await database
          .from('communities')
          .update({ held_changes: null, updated_at: community.updated_at })
          .eq('id', community.id)
          .select('id')
          .maybeSingle(),
        communityGone,
      ),
    success: 'Your changes are withdrawn',
    failure: 'Error updating community',
    reasonIn: 'toast',
    // Optimistic: shows the live version immediately, and restores the changes on failure.
    onMutate: async () => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (rows) =>
        rows?.map((row) => (row.id === community.id ? { ...row, held_changes: null } : row)),
      )
      return before
    },
    onError: (_error, _none, before) => queries.setQueryData(queryKey, before),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })

  return (
    <Notice
      title="Changes waiting for review"
      action={
        <Button
          variant="secondary"
          size="sm"
          busy={withdrawal.isPending}
          onClick={() => void withdrawal.run()}
        >
          Withdraw
        </Button>
      }
    >
      Visitors see the approved version until an admin accepts your new{' '}
      {heldFields(community).join(', ')}.
      <details className="mt-1">
        <summary className="w-fit cursor-pointer rounded-sm font-semibold underline underline-offset-4">
          What changed
        </summary>
        <Differences differences={heldDifferences(community)} />
      </details>
    </Notice>
  )
}
