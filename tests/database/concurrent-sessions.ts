import { Client } from 'pg'
import { signedInClaims } from '../../tooling/postgres/postgres.ts'
import type { startMigratedPostgres } from './migrated-postgres.ts'

type Step = (session: Client) => Promise<unknown>

/** A transaction, and what runs in it. If it begins first, `finish` runs while the other one waits. */
type Side = { begin: () => Promise<Client>; step: Step; finish?: Step }

type Postgres = Pick<Awaited<ReturnType<typeof startMigratedPostgres>>, 'name' | 'url' | 'sql'>

/** Returns functions that run transactions at the same time, each in its own connection. */
export function openSessions({ name, url, sql }: Postgres) {
  const sessions: Client[] = []

  /** Begins a transaction of the owner of the tables, and applies settings to it. */
  async function begin(settings = '', values: unknown[] = []): Promise<Client> {
    const session = new Client({ connectionString: url })
    sessions.push(session)
    await session.connect()
    await session.query('begin')
    if (settings) await session.query(settings, values)
    return session
  }

  /** The scheduled jobs run as the owner of the tables. */
  const asJob = (step: Step): Side => ({ begin, step })

  /** The edge functions call the database in this role. */
  const asService = (step: Step): Side => ({
    begin: () => begin('set local role service_role'),
    step,
  })

  const signIn = `select set_config('role', 'authenticated', true),
    set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claims', $2, true)`
  const asUser = (userId: string, step: Step): Side => ({
    begin: () => begin(signIn, [userId, JSON.stringify(signedInClaims(userId))]),
    step,
  })

  /** Starts both steps before either commits. Returns the outcome of each: 'done' or its error message, sorted. */
  async function race(one: Side, other: Side): Promise<string[]> {
    const [first, second] = [await one.begin(), await other.begin()]
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
    await one.step(first)
    const step = other.step(second)
    const waiting = finish(second, step)
    await waitUntilDoneOrBlocked(second, step)
    await finish(first, one.finish?.(first) ?? Promise.resolve())
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
    asJob,
    asService,
    asUser,
    race,
    /** The first side runs first or second. */
    raceInOrder: (order: string, one: Side, other: Side) =>
      order === 'first' ? race(one, other) : race(other, one),
    closeSessions: () => Promise.all(sessions.splice(0).map((session) => session.end())),
  }
}

/** Returns the server's process for a session, which the types of pg lack. */
const getProcessId = (session: Client) => Number(Reflect.get(session, 'processID'))
