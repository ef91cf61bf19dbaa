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
import { basename, join, relative } from 'node:path'
import type { PgliteConnection } from '@supabase/lite/pglite'

/*
 * A template is a migrated and seeded database. Starting with a copy of it skips most of the work of a start. Its
 * folder is named after a hash of everything it is made from, so a changed migration or seed makes a new template.
 */

const projectFolder = join(import.meta.dirname, '../..')
const templatesFolder = join(projectFolder, 'node_modules/.cache/local-supabase')
const sources = [
  'package-lock.json',
  'supabase/config.toml',
  'supabase/images',
  'supabase/local',
  'supabase/migrations',
  'supabase/seed.sql',
]

/** Whether a new database would start with a copy of a template. */
export const hasTemplate = (): boolean => existsSync(getTemplateFolder())

/**
 * Copies the template's images to the folder `storage`.
 *
 * @returns the database for PGlite to load, or undefined when there is no template
 */
export function unpackTemplate(storage: string): Blob | undefined {
  const folder = getTemplateFolder()
  if (!existsSync(folder)) return undefined
  cpSync(join(folder, 'storage'), storage, { recursive: true })
  return new Blob([readFileSync(join(folder, 'database.tar'))])
}

/** Saves a new database and its images as the template, and deletes outdated ones. */
export async function saveTemplate(connection: PgliteConnection, storage: string): Promise<void> {
  const folder = getTemplateFolder()
  const dump = await connection.driver.dumpDataDir('none')
  mkdirSync(templatesFolder, { recursive: true })
  const outdated = readdirSync(templatesFolder).filter(
    (name) => name !== basename(folder) && !name.startsWith('unfinished-'),
  )
  const unfinished = mkdtempSync(join(templatesFolder, 'unfinished-'))
  writeFileSync(join(unfinished, 'database.tar'), Buffer.from(await dump.arrayBuffer()))
  cpSync(storage, join(unfinished, 'storage'), { recursive: true })
  try {
    // Atomic, because another process may be starting.
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    // Otherwise another process has saved the same template.
    if (!existsSync(folder)) throw error
  }
  for (const name of outdated) rmSync(join(templatesFolder, name), { recursive: true, force: true })
}

function getTemplateFolder(): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((path) => listFiles(join(projectFolder, path)))) {
    hash.update(relative(projectFolder, file)).update(readFileSync(file))
  }
  return join(templatesFolder, hash.digest('hex').slice(0, 16))
}

function listFiles(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
