import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'

/** The imports of which communities still wait for their first review, the newest first. */
export const waitingImports = queryOptions({
  queryKey: ['admin', 'queue', 'imports'],
  queryFn: async ({ signal }) =>
    unwrap(await supabase.rpc('list_waiting_imports').abortSignal(signal)),
})
