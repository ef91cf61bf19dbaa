import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { PgliteConnection } from '@supabase/lite/pglite'

/*
 * A template is a migrated and seeded database, kept from an earlier start. Making one is most of the
 * work of a start, and the tests start many. It is stored under the hash of what it is made of, so a
 * changed migration or seed never meets an old template.
 */

const projectFolder = join(import.meta.dirname, '../..')
const templatesFolder = join(projectFolder, 'node_modules/.cache/local-supabase')
const madeOf = [
  'package-lock.json',
  'supabase/config.toml',
  'supabase/images',
  'supabase/local',
  'supabase/migrations',
  'supabase/seed.sql',
]

/** Whether a new database would begin with a copy. */
export const hasTemplate = (): boolean => existsSync(currentTemplate())

/**
 * Copies the template's images to the folder `storage`.
 *
 * @returns the database for PGlite to load, or undefined when there is no template yet
 */
export function unpackTemplate(storage: string): Blob | undefined {
  const folder = currentTemplate()
  if (!existsSync(folder)) return undefined
  cpSync(join(folder, 'storage'), storage, { recursive: true })
  return new Blob([readFileSync(join(folder, 'database.tar'))])
}

/** Keeps a new database and its images as the template, in place of outdated ones. */
export async function saveTemplate(connection: PgliteConnection, storage: string): Promise<void> {
  const folder = currentTemplate()
  const dump = await connection.driver.dumpDataDir('none')
  mkdirSync(templatesFolder, { recursive: true })
  const outdated = readdirSync(templatesFolder).filter(
    (name) => name !== basename(folder) && !name.startsWith('unfinished-'),
  )
  const unfinished = mkdtempSync(join(templatesFolder, 'unfinished-'))
  writeFileSync(join(unfinished, 'database.tar'), Buffer.from(await dump.arrayBuffer()))
  cpSync(storage, join(unfinished, 'storage'), { recursive: true })
  try {
    // In one step, for a process that starts at the same time.
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    // Another process has saved the same meanwhile.
    if (!existsSync(folder)) throw error
  }
  for (const name of outdated) rmSync(join(templatesFolder, name), { recursive: true, force: true })
}

function currentTemplate(): string {
  const hash = createHash('sha256')
  for (const file of madeOf.flatMap((path) => listFiles(join(projectFolder, path)))) {
    hash.update(file).update(readFileSync(file))
  }
  return join(templatesFolder, hash.digest('hex').slice(0, 16))
}

function listFiles(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
