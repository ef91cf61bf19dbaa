import { randomBytes } from 'node:crypto'
import { pushedName } from '../../../tooling/real-services/copy.ts'
import { createPushedDatabase } from '../../../tooling/real-services/cluster.ts'
import { databaseUrl } from '../../../tooling/real-services/database.ts'
import { restVersion, startRest } from '../../../tooling/real-services/rest.ts'
import { signToken } from '../../../tooling/real-services/tokens.ts'
import { signedInClaims, startServer } from '../../../tooling/postgres/postgres.ts'
import { connectTo, type Database } from '../database.ts'
import { startNginx } from './nginx.ts'

/** Connections as in a hosted project with two cores: 60 in all, half of them for the REST service. */
const maxConnections = 60
const poolSize = 30

export type Services = Awaited<ReturnType<typeof startServices>>

/** Starts PostgreSQL with all migrations, then PostgREST and nginx once `fill` has added the rows. */
export async function startServices(fill: (database: Database) => Promise<void>) {
  const postgres = await startServer([
    `max_connections=${maxConnections}`,
    'shared_buffers=256MB',
    // A commit waits for the disk, as in a hosted project.
    'fsync=on',
    'shared_preload_libraries=pg_stat_statements',
    // Counts neither BEGIN nor COMMIT.
    'pg_stat_statements.track_utility=off',
  ])
  await createPushedDatabase({ server: postgres.url, storage: '' })
  const url = (role: string) => databaseUrl(postgres.url, { database: pushedName, role })
  const database = await connectTo({ ...postgres, url: url('postgres') })
  const { query } = database
  await query('create extension pg_stat_statements')
  await fill(database)

  const jwtSecret = randomBytes(32).toString('hex')
  const rest = await startRest(url('authenticator'), jwtSecret, poolSize)
  const nginx = await startNginx(rest.port)
  const [server] = await query(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  )

  return {
    name: `${postgres.name}, ${restVersion()} with ${poolSize} connections, nginx`,
    query,
    /** The project's URL through the cache. */
    cachedUrl: `${nginx.url}/cached`,
    /** The project's URL through the same proxy without the cache. */
    uncachedUrl: nginx.url,
    /** The first process of each group. */
    pids: { PostgreSQL: Number(server?.['pid']), PostgREST: rest.pid, nginx: nginx.pid },
    /** Signs the access token of a user. */
    signIn: (userId: string) =>
      signToken(
        { ...signedInClaims(userId), aal: 'aal1', iss: 'supabase', exp: 4_102_444_800 },
        jwtSecret,
      ),
    async stop() {
      await nginx.stop()
      await rest.stop()
      await database.stop()
    },
  }
}
