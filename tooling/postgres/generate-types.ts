import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { startLocalSupabase } from '../../supabase/local/start.ts'

const run = promisify(execFile)

/** Returns the formatted output of `supabase gen types` for a database with all migrations applied. */
export async function generateTypes(): Promise<string> {
  const local = await startLocalSupabase()
  const server = new PGLiteSocketServer({ db: local.connection.driver, host: '127.0.0.1', port: 0 })
  try {
    await server.start()
    const { stdout } = await run('npx', [
      'supabase',
      'gen',
      'types',
      '--lang',
      'typescript',
      '--schema',
      'public',
      '--remote',
      `postgresql://postgres:postgres@${server.getServerConn()}/postgres?sslmode=disable`,
    ])
    const formatted = run('npx', ['oxfmt', '--stdin-filepath=database.types.ts'])
    formatted.child.stdin?.end(stdout)
    return (await formatted).stdout
  } finally {
    await server.stop()
    await local.stop()
  }
}
