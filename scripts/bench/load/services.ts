import { randomBytes } from 'node:crypto'
import { pushedName } from '../../../tooling/real-services/copy.ts'
import { createPushedDatabase } from '../../../tooling/real-services/cluster.ts'
import { databaseUrl } from '../../../tooling/real-services/database.ts'
import { restVersion, startRest } from '../../../tooling/real-services/rest.ts'
import { signToken } from '../../../tooling/real-services/tokens.ts'
import { signedInClaims, startServer } from '../../../tooling/postgres/postgres.ts'
import { connectTo, type Database } from '../database.ts'

/** Connections as in a hosted project with two cores: 60 in all, half of them for the REST service. */
const maxConnections = 60
const poolSize = 30

export type Services = Awaited<ReturnType<typeof startServices>>

/** Starts PostgreSQL with all migrations, then PostgREST once `fill` has added the rows. */
export async function startServices(fill: (database: Database) => Promise<void>) {
  const postgres = await startServer([
    `max_connections=${maxConnections}`,
    'shared_buffers=256MB',
    // A commit waits for the disk, as in a hosted project.
    'fsync=on',
  ])
  await createPushedDatabase({ server: postgres.url, storage: '' })
  const urlFor = (role: string) => databaseUrl(postgres.url, { database: pushedName, role })
  const database = await connectTo({ ...postgres, url: urlFor('postgres') })
  await fill(database)
  const jwtSecret = randomBytes(32).toString('hex')
  const rest = await startRest(urlFor('authenticator'), jwtSecret, poolSize)

  return {
    name: `${postgres.name}, ${restVersion()} with ${poolSize} connections`,
    query: database.query,
    /** The URL of the REST service. */
    url: rest.origin,
    /** Signs the access token of a user. */
    signIn: (userId: string) =>
      signToken(
        { ...signedInClaims(userId), aal: 'aal1', iss: 'supabase', exp: 4_102_444_800 },
        jwtSecret,
      ),
    async stop() {
      await rest.stop()
      await database.stop()
    },
  }
}
