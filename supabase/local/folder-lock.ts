import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * Takes a lock file for this process. The file holds the number of the process; beside it stands which
 * process that was, because numbers are given again: in a container nearly the same ones each time.
 *
 * @returns the number of the process that holds it, or null when it is ours now
 */
export function takeLock(lock: string): number | null {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
    const holder = readHolder(lock)
    if (holder !== null) return holder
    writeFileSync(lock, String(process.pid))
  }
  writeFileSync(identityFile(lock), identityOf(process.pid) ?? '')
  // Two that find the same stale lock at once both write: the later one has it.
  const owner = Number(readIfThere(lock))
  return owner === process.pid ? null : owner
}

export function releaseLock(lock: string): void {
  rmSync(identityFile(lock), { force: true })
  rmSync(lock, { force: true })
}

const identityFile = (lock: string) => `${lock}-holder`

function readHolder(lock: string): number | null {
  const pid = Number(readIfThere(lock))
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isRunning(pid)) return null
  const [now, then] = [identityOf(pid), readIfThere(identityFile(lock))]
  // Nothing can be said about it: then better refuse than have two processes write to one database.
  if (now === null) return pid
  if (then) return now === then ? pid : null
  return now.startsWith(`${programOfThis} `) ? pid : null
}

const programOfThis = basename(process.execPath)

/**
 * The program of a process and when that process started, which no later one of the same number
 * shares: in the words of the system, not as a time, since clocks are set.
 */
function identityOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const program = basename(readlinkSync(`/proc/${pid}/exe`))
      // The name of the program may hold spaces and parentheses; the start time is 20 fields after it.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      return `${program} ${boot} ${fields[19]}`
    }
    if (process.platform === 'win32') {
      // Asking for the start time takes a second there, at every start: the program has to do.
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
    return isCode(error, 'EPERM')
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
