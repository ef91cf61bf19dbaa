/* The backend of a test project, in the process that `tests/global-setup.ts` starts. */
import { isOnRealServices } from '../../tooling/real-services/environment.ts'

const { startLocalSupabase } = isOnRealServices
  ? await import('../../tooling/real-services/start.ts')
  : await import('../../supabase/local/start.ts')

const { url, publishableKey, secretKey, jwtSecret, connection, stop } = await startLocalSupabase({
  keepTemplate: true,
  isDirectoryLive: true,
})
// Tests create their own users and communities, so demo data would only fill the lists. The demo admin stays:
// there must be one.
await connection.driver.exec(
  'delete from auth.users where id in (select id from public.profiles where not is_admin)',
)
// The backend logs every rejected statement, and the tests cause 2 MB of them.
console.error = () => undefined
process.send?.({ supabaseUrl: url, publishableKey, secretKey, jwtSecret })
process.once('disconnect', () => void stop().finally(() => process.exit()))
