import { PGlite, type PgliteConnection } from '@supabase/lite/pglite'

/** Handles one message from the client. */
const handleMessage = '_PostgresMainLoopOnce'

/** The status with which it reports an error of PostgreSQL. */
const databaseError = 100

/** The first byte of a Sync message, which PGlite sends after every statement, also after one that failed. */
const sync = 'S'.charCodeAt(0)

class Crash extends Error {}

/**
 * Restarts the database with the same data after PGlite has crashed. Some statements recurse until the stack of this
 * process is full, where a PostgreSQL server returns an error: deep JSON, or a pattern with nested repetitions. PGlite
 * ignores that, returns no rows, and continues in an undefined state.
 *
 * The statement fails, and so do all others until the restart has finished. If they waited, several requests would begin
 * their transactions together, in the only session. The connection stays the same, because all services refer to it:
 * only its messages go to the new database.
 *
 * @param open opens the data folder again, or a copy of a database in memory
 * @returns a function that resolves when no restart is in progress
 */
export function restartAfterCrashes(
  { driver }: PgliteConnection,
  open: (copy: Blob | undefined) => Promise<PgliteConnection>,
): () => Promise<void> {
  let database: PGlite = driver
  let restarting: Promise<void> | undefined
  const query = driver.query.bind(driver)
  throwCrashes(driver)

  async function restart() {
    const files = database.Module.FS
    const copy = database.dataDir === undefined ? await database.dumpDataDir('none') : undefined
    for (const file of files.streams) if (file) files.close(file)
    const connection = await open(copy)
    await connection.driver.waitReady
    database = connection.driver
    throwCrashes(database)
    restarting = undefined
  }

  driver.execProtocolStream = async (message, options) => {
    if (restarting) {
      if (message[0] === sync) return []
      throw createError('PGRST001', 'Database client error. Retrying the connection.')
    }
    try {
      return await PGlite.prototype.execProtocolStream.call(database, message, options)
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      console.error(`Database: crashed, and restarts with the same data (${error.message})`)
      restarting = restart()
      restarting.catch((reason) => console.error(`Database: cannot restart (${String(reason)})`))
      throw createError('54001', 'stack depth limit exceeded')
    }
  }
  Object.assign(driver, {
    query: async (...values: Parameters<PGlite['query']>) =>
      // An error would replace the one of the statement.
      restarting && values[0] === 'ROLLBACK' ? { rows: [], fields: [] } : query(...values),
  })
  driver.close = async () => {
    await restarting?.catch(() => undefined)
    await PGlite.prototype.close.call(database)
  }

  return async () => {
    if (!restarting) return
    await restarting
    // Continues the requests that waited one after the other.
    await new Promise(setImmediate)
  }
}

const createError = (code: string, message: string) => Object.assign(new Error(message), { code })

/** Makes PGlite throw a `Crash`. It ignores all exceptions except those that report an error of PostgreSQL. */
function throwCrashes({ Module: module }: PGlite): void {
  const handle = module[handleMessage]
  module[handleMessage] = () => {
    try {
      handle()
    } catch (error) {
      if (error instanceof Object && 'status' in error && error.status === databaseError)
        throw error
      const rethrow = () => {
        throw new Crash(String(error))
      }
      Object.assign(module, {
        _PostgresMainLongJmp: rethrow,
        _PostgresSendReadyForQueryIfNecessary: rethrow,
        _pgl_pq_flush: rethrow,
      })
      // PGlite now calls the first of these.
      throw Object.assign(new Error(), { status: databaseError })
    }
  }
}
