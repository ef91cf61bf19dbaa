import { Client } from 'pg'
import { signedInClaims } from '../../tooling/postgres/postgres.ts'
import type { startMigratedPostgres } from './migrated-postgres.ts'

type Postgres = Pick<Awaited<ReturnType<typeof startMigratedPostgres>>, 'name' | 'url' | 'sql'>

/** Returns functions that run transactions at the same time, each in its own connection. */
export function openSessions({ name, url, sql }: Postgres) {
  const sessions: Client[] = []

  /** Begins a transaction of the owner of the tables, as the scheduled jobs do. */
  async function beginJob(): Promise<Client> {
    const session = new Client({ connectionString: url })
    sessions.push(session)
    await session.connect()
    await session.query('begin')
    return session
  }

  /** Begins a transaction of the service role, as the edge functions call the database. */
  async function beginService(): Promise<Client> {
    const session = await beginJob()
    await session.query('set local role service_role')
    return session
  }

  /** Begins a transaction of a signed-in user. */
  async function begin(userId: string): Promise<Client> {
    const session = await beginJob()
    await session.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claim.sub', $1, true),
         set_config('request.jwt.claims', $2, true)`,
      [userId, JSON.stringify(signedInClaims(userId))],
    )
    return session
  }

  /** Starts both steps before either commits. Returns the outcome of each: 'done' or its error message, sorted. */
  async function runConcurrently(
    first: Client,
    firstStep: (session: Client) => Promise<unknown>,
    second: Client,
    secondStep: (session: Client) => Promise<unknown>,
  ): Promise<string[]> {
    const outcomes: string[] = []
    const finish = async (session: Client, step: Promise<unknown>) => {
      try {
        await step
        await session.query('commit')
        outcomes.push('done')
      } catch (error) {
        await session.query('rollback')
        outcomes.push(error instanceof Error ? error.message : String(error))
      }
    }
    await firstStep(first)
    const step = secondStep(second)
    const waiting = finish(second, step)
    await waitUntilDoneOrBlocked(second, step)
    await finish(first, Promise.resolve())
    await waiting
    return outcomes.toSorted()
  }

  /** Resolves when the session has its result, or waits for a lock. */
  async function waitUntilDoneOrBlocked(session: Client, step: Promise<unknown>): Promise<void> {
    // PGlite has one connection, so it runs transactions one after the other.
    if (name === 'PGlite') return
    const outcome = step.then(
      () => true,
      () => true,
    )
    for (;;) {
      const { rows } = await sql.query(
        `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
        [getProcessId(session)],
      )
      if (rows.length > 0 || (await Promise.race([outcome, Promise.resolve(false)]))) return
    }
  }

  return {
    beginJob,
    beginService,
    begin,
    runConcurrently,
    closeSessions: () => Promise.all(sessions.splice(0).map((session) => session.end())),
  }
}

/** Returns the server's process for a session, which the types of pg lack. */
const getProcessId = (session: Client) => Number(Reflect.get(session, 'processID'))
