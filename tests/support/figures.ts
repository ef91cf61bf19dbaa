import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the README promises. The tests count while they run, and fail when it is less. */
export const promised = {
  'cells on the embedded backend': 2030,
  'cells on a plain PostgreSQL': 1554,
  'attacks refused': 160,
  'faults survived': 380,
} as const

const folder = 'test-results/faults'

/** Notes what one worker has been through: the journeys are spread over several. */
export function recordFaults(worker: number, survived: number): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, String(worker)), String(survived))
}

/** @returns what all workers of this run have been through */
export function countFaults(): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder)
    .map((worker) => Number(readFileSync(join(folder, worker), 'utf8')))
    .reduce((sum, survived) => sum + survived, 0)
}
