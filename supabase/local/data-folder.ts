import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  rmdirSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { releaseLock, takeLock } from './folder-lock.ts'
import { diskFull } from './refusals.ts'

/** Meant to be public; the secret key is made anew for each data folder. */
export const localPublishableKey = 'sb_publishable_local_development_only'

/** Something the person who started the program can fix. Shown as its message alone, without a stack. */
export class StartProblem extends Error {}

export interface DataFolder {
  /** Folder of the database, or undefined to keep it in memory. */
  database: string | undefined
  /** Whether there is no database in it yet. */
  isNew: boolean
  /** Folder of the uploaded files. */
  storage: string
  /** Whether there was no such folder yet. */
  hasNoFiles: boolean
  /** Made once per data folder, never committed. */
  secrets: { jwtSecret: string; secretKey: string }
  /** Says in one sentence why the backend could not start on this folder, where the folder is the cause. */
  explain(error: unknown): unknown
  /** Lets another process use the folder; removes it when it was temporary. */
  release(): void
}

/**
 * Opens the folder that keeps the embedded backend's data between runs, for this process alone:
 * PGlite has no lock of its own, and a second process would read stale data.
 *
 * @param path the folder, or undefined for one that is gone when the backend stops
 * @throws StartProblem when another running process holds the folder, or it cannot be used
 */
export function openDataFolder(path: string | undefined): DataFolder {
  const root = path ?? mkdtempSync(join(tmpdir(), temporaryFolders))
  try {
    return open(root, path)
  } catch (error) {
    throw explain(error, root, false)
  }
}

/** What the names of temporary data folders begin with. */
export const temporaryFolders = 'communities-'

const parts = { database: 'database', storage: 'storage', secrets: 'secrets.json', lock: 'lock' }

function open(root: string, path: string | undefined): DataFolder {
  mkdirSync(root, { recursive: true })
  if (path) lockFolder(path)
  const release = () =>
    path ? releaseLock(join(root, parts.lock)) : rmSync(root, { recursive: true, force: true })
  try {
    const [database, storage] = [join(root, parts.database), join(root, parts.storage)]
    const isKept = path !== undefined && existsSync(database) && readdirSync(database).length > 0
    // PGlite would spend half a minute on filling such a folder, in vain.
    if (isKept && !existsSync(join(database, 'PG_VERSION'))) throw new StartProblem(damaged(root))
    const hasNoFiles = !existsSync(storage)
    // Throws when a file is in its place.
    if (!hasNoFiles) readdirSync(storage)
    return {
      database: path && database,
      isNew: !isKept,
      storage,
      hasNoFiles,
      secrets: readSecrets(join(root, parts.secrets)),
      explain: (error) => explain(error, root, isKept),
      release,
    }
  } catch (error) {
    release()
    throw error
  }
}

/** @throws StartProblem when another running process holds the folder */
function lockFolder(path: string): void {
  const holder = takeLock(join(path, parts.lock))
  if (holder !== null) {
    throw new StartProblem(
      `The data folder ${path} is in use by another process (${holder}). Stop that one first.`,
    )
  }
}

/**
 * Deletes what the embedded backend keeps in a data folder, and the folder when nothing else is in it.
 *
 * @throws StartProblem when a running process holds it, or it cannot be deleted
 */
export function deleteDataFolder(path: string): void {
  if (!existsSync(path)) return
  try {
    lockFolder(path)
    for (const part of [parts.database, parts.storage, parts.secrets]) {
      rmSync(join(path, part), { recursive: true, force: true })
    }
    releaseLock(join(path, parts.lock))
    if (readdirSync(path).length === 0) rmdirSync(path)
  } catch (error) {
    throw explain(error, path, false)
  }
}

export const startOver = 'To start over with the demo data: npm run db:reset'

/** Less than one file of PostgreSQL's write-ahead log: with this little, its writes fail. */
const leastFreeBytes = 16 * 1024 * 1024

/**
 * PGlite ends with 'Aborted()' whatever is wrong: the cause is looked for where it can be.
 *
 * @param isKept whether the folder had a database before this start
 */
function explain(error: unknown, root: string, isKept: boolean): unknown {
  const said = error instanceof Error ? error.message : String(error)
  const isOwnSentence = error instanceof StartProblem
  if (diskFull.test(said) || (!isOwnSentence && freeBytes(root) < leastFreeBytes)) {
    return new StartProblem(
      `The disk is full: free some space for the data folder ${root}. If it does not start then: npm run db:reset`,
    )
  }
  if (isOwnSentence) return error
  if (/EACCES|EPERM|EROFS|ENOTDIR|EISDIR|EEXIST/.test(said)) {
    return new StartProblem(`The data folder ${root} cannot be used: ${said}.`)
  }
  if (!isKept) return error
  return new StartProblem(damaged(root))
}

const damaged = (root: string) => `The database in the data folder ${root} is damaged. ${startOver}`

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return Infinity
  }
}

const secretsSchema = z.object({ jwtSecret: z.string(), secretKey: z.string() })

/** Without a readable file new ones are made: then everybody has to sign in again, and nothing else is lost. */
function readSecrets(file: string): DataFolder['secrets'] {
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    const secrets = {
      jwtSecret: randomBytes(32).toString('hex'),
      secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    }
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
    return secrets
  }
}
