/* The backend of a test project, in the process that `start-backend.ts` starts. */
import { createServer } from 'node:http'
import { isOnRealServices } from '../../tooling/real-services/environment.ts'

const { startLocalSupabase } = isOnRealServices
  ? await import('../../tooling/real-services/start.ts')
  : await import('../../supabase/local/start.ts')

const { url, publishableKey, secretKey, jwtSecret, connection, emails, stop } =
  await startLocalSupabase({
    keepTemplate: true,
    isDirectoryLive: true,
    // Tests read what is due.
    sendEmailsEvery: 3_600_000,
  })
// Tests create their own users and communities, so demo data would only fill the lists. The demo admin stays:
// there must be one.
await connection.driver.exec(
  'delete from auth.users where id in (select id from public.profiles where not is_admin)',
)
// The backend logs every rejected statement, and the tests cause 2 MB of them.
console.error = () => undefined
// Returns the text of the last email to a recipient: the emails are in this process, the tests in others.
const emailServer = createServer(({ url: path = '/' }, response) => {
  response.end(emails.get(decodeURIComponent(path.slice(1)))?.at(-1)?.text)
})
emailServer.listen(0, '127.0.0.1', () => {
  const address = emailServer.address()
  const emailsUrl = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
  process.send?.({ supabaseUrl: url, publishableKey, secretKey, jwtSecret, emailsUrl })
})
// `npm run mutations` breaks and restores rules of a running backend.
process.on('message', (sql) => {
  connection.driver.exec(String(sql)).then(
    () => process.send?.(null),
    (error: unknown) => process.send?.(String(error)),
  )
})
process.once('disconnect', () => void stop().finally(() => process.exit()))
