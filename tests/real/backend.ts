/* The real services in a process of their own, for the tests that `tests/global-setup.ts` starts them for. */
import { startLocalSupabase } from './start.ts'

const { url, publishableKey, secretKey, stop } = await startLocalSupabase({
  isDirectoryLive: true,
})
process.send?.({ supabaseUrl: url, publishableKey, secretKey })
// The tests are over, or their process is gone.
process.once('disconnect', () => void stop().finally(() => process.exit()))
