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
import { diskFullPattern } from './service-errors.ts'

/** Public by design. The secret key is generated per data folder. */
export const localPublishableKey = 'sb_publishable_local_development_only'

/** A problem that the developer can fix. Printed as its message, without a stack. */
export class StartupError extends Error {}

export interface DataFolder {
  /** Folder of the database, or undefined to keep it in memory. */
  database: string | undefined
  /** Whether the folder had no database before this start. */
  isNew: boolean
  /** Folder of the uploaded files. */
  storage: string
  /** Whether that folder did not exist before this start. */
  hasNoFiles: boolean
  /** Generated once per data folder, never committed. */
  secrets: { jwtSecret: string; secretKey: string }
  /** Converts an error during startup to a StartupError, if the folder is the cause. */
  toStartupError(error: unknown): unknown
  /** Unlocks the folder, and deletes it if it is temporary. */
  release(): void
}

/**
 * Opens and locks the data folder of the embedded backend. PGlite does not lock its folder, and a second process would
 * read stale data.
 *
 * @param path the folder, or undefined for a temporary one
 * @throws StartupError when another process uses the folder, or it cannot be used
 */
export function openDataFolder(path: string | undefined): DataFolder {
  const root = path ?? mkdtempSync(join(tmpdir(), temporaryFolders))
  try {
    return open(root, path)
  } catch (error) {
    throw toStartupError(error, root, false)
  }
}

/** The prefix of temporary data folders. */
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
    // PGlite would try to initialize such a folder for half a minute, and fail.
    if (isKept && !existsSync(join(database, 'PG_VERSION'))) throw createDamageError(root)
    const hasNoFiles = !existsSync(storage)
    // Throws when it is a file.
    if (!hasNoFiles) readdirSync(storage)
    return {
      database: path && database,
      isNew: !isKept,
      storage,
      hasNoFiles,
      secrets: readSecrets(join(root, parts.secrets)),
      toStartupError: (error) => toStartupError(error, root, isKept),
      release,
    }
  } catch (error) {
    release()
    throw error
  }
}

/** @throws StartupError when another process uses the folder */
function lockFolder(path: string): void {
  const holder = takeLock(join(path, parts.lock))
  if (holder !== null) {
    throw new StartupError(
      `The data folder ${path} is in use by another process (${holder}). Stop that one first.`,
    )
  }
}

/**
 * Deletes the backend's data, and the folder if nothing else is in it.
 *
 * @throws StartupError when another process uses the folder, or it cannot be deleted
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
    throw toStartupError(error, path, false)
  }
}

export const resetHint = 'To start over with the demo data: npm run db:reset'

/** The size of a write-ahead log file. With less free space, PostgreSQL's writes fail. */
const minFreeBytes = 16 * 1024 * 1024

/**
 * Finds the cause of a failed start: PGlite fails with 'Aborted()' for every reason.
 *
 * @param isKept whether the folder had a database before this start
 */
function toStartupError(error: unknown, root: string, isKept: boolean): unknown {
  const message = error instanceof Error ? error.message : String(error)
  const isStartupError = error instanceof StartupError
  if (diskFullPattern.test(message) || (!isStartupError && getFreeBytes(root) < minFreeBytes)) {
    return new StartupError(
      `The disk is full: free some space for the data folder ${root}. If it still does not start: npm run db:reset`,
    )
  }
  if (isStartupError) return error
  if (/EACCES|EPERM|EROFS|ENOTDIR|EISDIR|EEXIST/.test(message)) {
    return new StartupError(`The data folder ${root} cannot be used: ${message}.`)
  }
  if (!isKept) return error
  return createDamageError(root)
}

const createDamageError = (root: string) =>
  new StartupError(`The database in the data folder ${root} is damaged. ${resetHint}`)

function getFreeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return Infinity
  }
}

const secretsSchema = z.object({ jwtSecret: z.string(), secretKey: z.string() })

/** Generates new secrets when the file is missing or unreadable: users then have to sign in again. */
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
