import { useMutation } from '@tanstack/react-query'
import { toast } from 'react-hot-toast'
import { type Listing, heldFields } from '../../communities/listing.ts'
import { supabase } from '../../supabase/client.ts'
import { errorMessage } from '../../supabase/error-message.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { HeldChanges } from './HeldChanges.tsx'

const failure = 'Error updating community'

type Props = { listing: Listing; onWithdrawn: () => void }

/** Says that an edit of an approved listing waits for an admin, and lets the owner take it back. */
export function WithdrawChanges({ listing, onWithdrawn }: Props) {
  const withdrawal = useMutation({
    mutationFn: async () => {
      const { data } = await supabase
        .from('communities')
        .update({ held_changes: null, updated_at: listing.updated_at })
        .eq('id', listing.id)
        .select('id')
        .throwOnError()
      if (data.length === 0) throw new Error('No row was changed')
    },
    onSuccess: () => {
      toast.success('Your changes are withdrawn')
      onWithdrawn()
    },
    onError: (error) => {
      const reason = errorMessage(error, '')
      toast.error(reason ? `${failure}: ${reason}` : failure)
    },
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
      {heldFields(listing).join(', ')}.
      <details className="mt-1">
        <summary className="w-fit cursor-pointer rounded-sm font-semibold underline underline-offset-4">
          What changed
        </summary>
        <HeldChanges listing={listing} />
      </details>
    </Notice>
  )
}
