import { hasErrorCode } from '../../supabase/errors.ts'
import { loadClient } from '../../supabase/load-client.ts'
import { toast } from '../../ui/toast.tsx'
import { useWrite, type WriteOptions } from '../data/useWrite.ts'

/** Adds a passkey of this device to the account. Reports nothing if the user cancels it. */
export function useAddPasskey(
  options: Pick<WriteOptions<void, boolean>, 'showReasonIn' | 'onSettled'>,
) {
  return useWrite<void, boolean>({
    ...options,
    write: addPasskey,
    failure: "Couldn't add a passkey",
    onSuccess: (isAdded) => isAdded && toast.success('Passkey added'),
  })
}

/** Returns false if the user canceled. */
async function addPasskey(): Promise<boolean> {
  const { auth } = await loadClient()
  const { error } = await auth.registerPasskey()
  if (hasErrorCode(error, 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY')) return false
  if (error) throw error
  return true
}
