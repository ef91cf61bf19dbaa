import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartProblem } from './start-problem.ts'

export interface DataFolder {
  /** Folder of the database, or undefined to keep it in memory. */
  database: string | undefined
  /** Whether there is no database in it yet. */
  isNew: boolean
  /** Folder of the uploaded files. */
  storage: string
  /** Made once per data folder, never committed. */
  secrets: { jwtSecret: string; secretKey: string }
  /** Lets another process use the folder; removes it when it was temporary. */
  release(): void
}

/**
 * Opens the folder that keeps the embedded backend's data between runs, for this process alone:
 * PGlite has no lock of its own, and a second process would read stale data.
 *
 * @param path the folder, or undefined for one that is gone when the backend stops
 * @throws StartProblem when another running process holds the folder
 */
export function openDataFolder(path: string | undefined): DataFolder {
  const root = path ?? mkdtempSync(join(tmpdir(), 'communities-'))
  mkdirSync(root, { recursive: true })
  const lock = join(root, 'lock')
  if (path) takeLock(lock, path)
  return {
    database: path && join(root, 'database'),
    isNew: !existsSync(join(root, 'database')),
    storage: join(root, 'storage'),
    secrets: readSecrets(join(root, 'secrets.json')),
    release: () => rmSync(path ? lock : root, { recursive: true, force: true }),
  }
}

/** Deletes the data folder's content. @throws StartProblem when a running process holds it */
export function deleteDataFolder(path: string): void {
  const folder = openDataFolder(path)
  rmSync(path, { recursive: true, force: true })
  folder.release()
}

function takeLock(lock: string, path: string): void {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
  } catch {
    const holder = Number(readFileSync(lock, 'utf8'))
    if (holder !== process.pid && isRunning(holder)) {
      throw new StartProblem(
        `The data folder ${path} is in use by another process (${holder}). Stop that one first.`,
      )
    }
    writeFileSync(lock, String(process.pid))
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function readSecrets(file: string): DataFolder['secrets'] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    const secrets = {
      jwtSecret: randomBytes(32).toString('hex'),
      secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    }
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
    return secrets
  }
}
