import { readFileSync } from 'node:fs'

/** Kernel ticks per second, the same on every Linux. */
const ticks = 100

/** The first process of each group. */
type Groups = Record<string, number>

/** Returns the processor seconds of each group so far, and those of the load generator. */
export function readCpu(groups: Groups): Record<string, number> {
  const { user, system } = process.cpuUsage()
  // utime, stime, and those of children that have ended: see proc(5).
  const cpu = sumGroups(groups, (pid) => {
    const times = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ').slice(11, 15) ?? []
    return times.reduce((sum, time) => sum + Number(time), 0) / ticks
  })
  return { ...cpu, 'load generator': (user + system) / 1e6 }
}

/** Returns the MB of each group. Each page that several processes share is counted once (PSS). */
export const readMemory = (groups: Groups): Record<string, number> =>
  sumGroups(groups, (pid) => {
    const pss = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0
    return Number(pss) / 1024
  })

function sumGroups(groups: Groups, measure: (pid: number) => number): Record<string, number> {
  const sums = Object.entries(groups).map(([name, pid]) => [
    name,
    listTree(pid).reduce((sum, one) => sum + measure(one), 0),
  ])
  return Object.fromEntries(sums)
}

/** Returns a process and its descendants. */
const listTree = (pid: number): number[] => [
  pid,
  ...(read(`/proc/${pid}/task/${pid}/children`).match(/\d+/g) ?? []).map(Number).flatMap(listTree),
]

/** Returns '' if the process has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
