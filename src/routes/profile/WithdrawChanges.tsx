import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'react-hot-toast'
import { Differences } from '../../communities/Differences.tsx'
import { heldDifferences } from '../../communities/compare.ts'
import { type Community, heldFields } from '../../communities/fields.ts'
import { supabase } from '../../supabase/client.ts'
import { errorMessage } from '../../supabase/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { ownCommunities } from './own-communities.ts'

const failure = 'Error updating community'

type Props = { community: Community }

/** Says that an edit of an approved community waits for an admin, and lets the owner take it back. */
export function WithdrawChanges({ community }: Props) {
  const queries = useQueryClient()
  const { queryKey } = ownCommunities(community.owner_id)
  const withdrawal = useMutation({
    mutationFn: async () => {
      const { data } = await supabase
        .from('communities')
        .update({ held_changes: null, updated_at: community.updated_at })
        .eq('id', community.id)
        .select('id')
        .throwOnError()
      if (data.length === 0) throw new Error('No row was changed')
    },
    // Nothing is lost if it fails, so the row shows the live version at once.
    onMutate: async () => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (rows) =>
        rows?.map((row) => (row.id === community.id ? { ...row, held_changes: null } : row)),
      )
      return before
    },
    onSuccess: () => {
      toast.success('Your changes are withdrawn')
    },
    onError: (error, _none, before) => {
      queries.setQueryData(queryKey, before)
      const reason = errorMessage(error, '')
      toast.error(reason ? `${failure}: ${reason}` : failure)
    },
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
          onClick={() => withdrawal.mutate()}
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
