/* The embedded backend in a process of its own, for the tests that `tests/global-setup.ts` starts it for. */
import { startLocalSupabase } from '../../supabase/local/start.ts'

const { url, publishableKey, secretKey, stop } = await startLocalSupabase({ keepTemplate: true })
process.send?.({ supabaseUrl: url, publishableKey, secretKey })
// The tests are over, or their process is gone.
process.once('disconnect', () => void stop().finally(() => process.exit()))
