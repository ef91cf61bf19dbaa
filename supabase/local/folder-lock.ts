import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * Locks a folder for this process with a file that contains its process id. A second file identifies the process,
 * because the operating system reuses ids: in a container, a restarted process often gets the same one.
 *
 * @returns the id of the process that holds the lock, or null when this process holds it now
 */
export function takeLock(lock: string): number | null {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    const holder = readHolder(lock)
    if (holder !== null) return holder
    writeFileSync(lock, String(process.pid))
  }
  writeFileSync(getIdentityFile(lock), identifyProcess(process.pid) ?? '')
  // If two processes replace a stale lock at the same time, the second one holds it.
  const holder = Number(readIfExists(lock))
  return holder === process.pid ? null : holder
}

export function releaseLock(lock: string): void {
  rmSync(getIdentityFile(lock), { force: true })
  rmSync(lock, { force: true })
}

const getIdentityFile = (lock: string) => `${lock}-holder`

/** Returns null when the lock is stale. */
function readHolder(lock: string): number | null {
  const pid = Number(readIfExists(lock))
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isRunning(pid)) return null
  const [current, recorded] = [identifyProcess(pid), readIfExists(getIdentityFile(lock))]
  // Unidentifiable: assume that the lock is held. Two processes must never write to one database.
  if (current === null) return pid
  if (recorded) return current === recorded ? pid : null
  return current.startsWith(`${basename(process.execPath)} `) ? pid : null
}

/**
 * Returns the program of a process and when it started, which together are unique. The start time is as the system
 * formats it, because clocks can be changed. Null when the process cannot be inspected.
 */
function identifyProcess(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const program = basename(readlinkSync(`/proc/${pid}/exe`))
      // The program's name may contain spaces and parentheses. The start time is 20 fields after it.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      return `${program} ${boot} ${fields[19]}`
    }
    if (process.platform === 'win32') {
      // Without the start time, which takes a second to query on Windows.
      const [, program = ''] =
        /^"([^"]+)"/.exec(run('tasklist', ['/fi', `pid eq ${pid}`, '/fo', 'csv', '/nh'])) ?? []
      return `${program} `
    }
    const [path, start] = ['comm=', 'lstart='].map((field) =>
      run('ps', ['-p', String(pid), '-o', field]),
    )
    return `${basename(path ?? '')} ${start}`
  } catch {
    return null
  }
}

const run = (program: string, args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } }).trim()

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

function readIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
