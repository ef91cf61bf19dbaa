import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, uptime } from 'node:os'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'

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
  /** Generated once per data folder, never committed. */
  secrets: { jwtSecret: string; secretKey: string }
  /** Unlocks the folder, and deletes it if it is temporary. */
  release(): void
}

/** Returns the folder for the data of the embedded backend, or undefined to keep it in memory. */
export function getDataFolder(projectFolder: string): string | undefined {
  const data = process.env['LOCAL_SUPABASE_DATA'] ?? '.supabase'
  return data === 'memory' ? undefined : resolve(projectFolder, data)
}

/**
 * Opens and locks the data folder of the embedded backend.
 *
 * @param path the folder, or undefined for a temporary one
 * @throws StartupError when another process uses the folder
 */
export function openDataFolder(path: string | undefined): DataFolder {
  const root = path ?? mkdtempSync(join(tmpdir(), 'communities-'))
  mkdirSync(root, { recursive: true })
  if (path) lockFolder(path)
  const database = join(root, 'database')
  return {
    database: path && database,
    isNew: !existsSync(database),
    storage: join(root, 'storage'),
    secrets: readSecrets(join(root, 'secrets.json')),
    release: () => rmSync(path ? lockFile(path) : root, { recursive: true, force: true }),
  }
}

/**
 * Deletes the backend's data, and the folder if nothing else is in it.
 *
 * @throws StartupError when another process uses the folder
 */
export function deleteDataFolder(path: string): void {
  if (!existsSync(path)) return
  lockFolder(path)
  for (const part of ['database', 'storage', 'secrets.json', 'lock']) {
    rmSync(join(path, part), { recursive: true, force: true })
  }
  if (readdirSync(path).length === 0) rmdirSync(path)
}

const lockFile = (folder: string) => join(folder, 'lock')

/**
 * Locks a folder with a file that contains the id of this process. PGlite does not lock its folder, and a second process
 * would read stale data and damage the database.
 *
 * @throws StartupError when another process uses the folder
 */
function lockFolder(folder: string): void {
  const lock = lockFile(folder)
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
  if (holder > 0 && holder !== process.pid && isRunning(holder) && !isFromEarlierBoot(lock)) {
    throw new StartupError(
      `The data folder ${folder} is in use by another process (${holder}). Stop that one first. If it is another program, delete ${lock}.`,
    )
  }
  writeFileSync(lock, String(process.pid))
}

/** After a restart of the machine, another program may have the same process id. */
const isFromEarlierBoot = (file: string) => statSync(file).mtimeMs < Date.now() - uptime() * 1000

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
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
