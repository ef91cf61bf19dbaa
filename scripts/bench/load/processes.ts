import { readdirSync, readFileSync } from 'node:fs'

/** Kernel ticks per second, the same on every Linux. */
const ticks = 100

/** The resources that a process and its descendants use. */
export interface Usage {
  /** Processor seconds since their start, including those of descendants that have ended. */
  cpu: number
  /** MB of memory. Each page that several processes share is counted once (PSS). */
  memory: number
}

/** Reads the usage of a process and its descendants from /proc. */
export function readUsage(pid: number): Usage {
  const parents = new Map(listProcesses().map((one) => [one, readParent(one)]))
  const belongs = (one: number | undefined): boolean =>
    one === pid || (one !== undefined && one > 1 && belongs(parents.get(one)))
  const all = [...parents.keys()].filter(belongs).map(readProcess)
  const sum = (name: keyof Usage) => all.reduce((total, usage) => total + usage[name], 0)
  return { cpu: sum('cpu'), memory: sum('memory') }
}

const listProcesses = () => readdirSync('/proc').map(Number).filter(Number.isInteger)

const readParent = (pid: number) => Number(readStatus(pid)[1])

function readProcess(pid: number): Usage {
  // utime, stime, cutime and cstime: see proc(5).
  const times = readStatus(pid).slice(11, 15).map(Number)
  const pss = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0
  return { cpu: times.reduce((one, other) => one + other, 0) / ticks, memory: Number(pss) / 1024 }
}

/** Returns the fields after the name, which may contain spaces. */
const readStatus = (pid: number) => read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []

/** Returns '' if the process has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
