import { parse, protocol } from '@electric-sql/pglite'
import type { PgliteConnection } from '@supabase/lite/pglite'

const { messages, serialize } = protocol

/** How many statements stay prepared. Each takes up to 100 kB. */
const limit = 200

/** The code of a prepared statement whose columns have changed, among others. */
const unsupported = '0A000'

interface Prepared {
  name: string
  parameterTypes: number[]
  /** Describes the columns, if the statement returns rows. */
  columns: InstanceType<typeof messages.RowDescriptionMessage> | undefined
  /** Those of the columns: PGlite copies them for each result. */
  parsers: PgliteConnection['driver']['parsers']
}

/**
 * Prepares each statement once, like PostgREST, and then runs it with one message. PGlite would plan it each time, and
 * send six messages: most of the time of a short statement.
 *
 * @returns a function that forgets the statements, which a new database does not have
 */
export function prepareStatements({ driver }: PgliteConnection): () => void {
  const queryWithOptions = driver.query.bind(driver)
  const statements = new Map<string, Prepared>()
  let closing: Uint8Array[] = []
  let count = 0

  function close(entries: [string, Prepared][]) {
    for (const [text] of entries) statements.delete(text)
    closing.push(...entries.map(([, { name }]) => serialize.close({ type: 'S', name })))
  }

  async function prepare(text: string): Promise<Prepared> {
    if (statements.size >= limit) close([...statements].slice(0, 1))
    const name = `statement_${(count += 1)}`
    const described = await driver.execProtocolStream(
      join(...closing, serialize.parse({ name, text }), serialize.describe({ type: 'S', name })),
    )
    closing = []
    const parameters = described.find(
      (part) => part instanceof messages.ParameterDescriptionMessage,
    )
    const columns = described.find((part) => part instanceof messages.RowDescriptionMessage)
    const parsers: Prepared['parsers'] = {}
    for (const { dataTypeID: type } of columns?.fields ?? []) {
      const parser = driver.parsers[type]
      if (parser) parsers[type] = parser
    }
    return { name, parameterTypes: parameters?.dataTypeIDs ?? [], columns, parsers }
  }

  async function run(text: string, values: unknown[]) {
    const statement = statements.get(text) ?? (await prepare(text))
    // The first entries are those that were not used for the longest time.
    statements.delete(text)
    statements.set(text, statement)
    const { name, parameterTypes, columns, parsers } = statement
    const texts = values.map((value, index) => {
      if (value === null || value === undefined) return null
      const type = parameterTypes[index]
      const serializer = type && driver.serializers[type]
      if (serializer) return serializer(value)
      return typeof value === 'string' ? value : JSON.stringify(value)
    })
    const result = await driver.execProtocolStream(
      join(serialize.bind({ statement: name, values: texts }), serialize.execute()),
    )
    return parse.parseResults(columns ? [columns, ...result] : result, parsers)[0]
  }

  const runOrPrepareAgain = (text: string, values: unknown[]) =>
    run(text, values).catch((error: unknown) => {
      const isOutdated = error instanceof messages.DatabaseError && error.code === unsupported
      if (isOutdated) close([...statements])
      if (!isOutdated || driver.isInTransaction()) throw error
      return run(text, values)
    })

  Object.assign(driver, {
    async query(...[text, values = [], options]: Parameters<typeof driver.query>) {
      if (options) return queryWithOptions(text, values, options)
      await driver.waitReady
      // PGlite's own locks: statements and transactions never overlap.
      // oxlint-disable-next-line no-underscore-dangle -- the names of PGlite
      return driver._runExclusiveTransaction(() =>
        // oxlint-disable-next-line no-underscore-dangle -- as above
        driver._runExclusiveQuery(() => runOrPrepareAgain(text, values)),
      )
    },
  })
  return () => statements.clear()
}

/** Joins messages that end with a Sync, which ends the statement. */
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat([...parts, serialize.sync()]))
