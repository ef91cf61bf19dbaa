/* The embedded backend in a process of its own, for the tests that `tests/global-setup.ts` starts it for. */
import { startLocalSupabase } from '../../supabase/local/start.ts'

const backend = await startLocalSupabase({ keepTemplate: true, isDirectoryLive: true })
const { url, publishableKey, secretKey, connection, stop } = backend
// Tests create the people and communities they need; the demo's would only fill every list. Its admin
// stays, because there has to be one.
await connection.driver.exec(
  'delete from auth.users where id in (select id from public.profiles where not is_admin)',
)
// Lite prints every rejected statement, and tests cause thousands of them.
console.error = () => undefined
process.send?.({ supabaseUrl: url, publishableKey, secretKey })
// The tests are over, or their process is gone.
process.once('disconnect', () => void stop().finally(() => process.exit()))
