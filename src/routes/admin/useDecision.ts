import { useMutation } from '@tanstack/react-query'
import { toast } from 'react-hot-toast'
import { useSession } from '../../session/useSession.ts'
import { supabase } from '../../supabase/client.ts'
import { errorMessage } from '../../supabase/error-message.ts'

type Decision = {
  listing: { id: string }
  status: 'approved' | 'rejected'
  reason?: string
}

/**
 * Approves or rejects a pending listing (specification, section 4). The database signs and dates the
 * decision itself, and refuses it when another admin was first.
 */
export function useDecision(onSettled: () => void) {
  const { user } = useSession()

  return useMutation({
    mutationFn: async ({ listing, status, reason }: Decision) => {
      const { data } = await supabase
        .from('communities')
        .update({
          status,
          approval_date: new Date().toISOString(),
          approved_by: user?.id,
          rejection_reason: reason || null,
        })
        .eq('id', listing.id)
        .select('id')
        .throwOnError()
      if (data.length === 0) throw new Error('No row was changed')
    },
    onSuccess: (_none, { status }) => toast.success(`Community ${status} successfully`),
    onError: (error, { status }) => toast.error(decisionFailure(error, status)),
    onSettled,
  })
}

/** The database's own words where it has some, else the sentence of the specification's section 8. */
export function decisionFailure(error: unknown, status: Decision['status']): string {
  const failure = `Failed to ${status === 'approved' ? 'approve' : 'reject'} community`
  const reason = errorMessage(error, '')
  return reason ? `${failure}: ${reason}` : failure
}
