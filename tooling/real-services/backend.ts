/* The real services in a process of their own, for the tests that `tests/global-setup.ts` starts them for. */
import { startLocalSupabase } from './start.ts'

const { url, publishableKey, secretKey, connection, stop } = await startLocalSupabase({
  isDirectoryLive: true,
})
// As in `tests/support/backend.ts`: the demo's people would fill every list.
await connection.driver.exec(
  'delete from auth.users where id in (select id from public.profiles where not is_admin)',
)
process.send?.({ supabaseUrl: url, publishableKey, secretKey })
// The tests are over, or their process is gone.
process.once('disconnect', () => void stop().finally(() => process.exit()))
