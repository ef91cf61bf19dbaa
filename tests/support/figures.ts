import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the README promises. The tests count while they run, and fail when it is less. */
export const promised = {
  'cells on the embedded backend': 2030,
  'cells on a plain PostgreSQL': 1554,
  'attacks refused': 160,
  'faults survived': 370,
} as const

const folder = 'test-results/faults'

/** Notes how many faults a journey has survived: journeys are spread over several workers. */
export function recordFaults(journey: string, survived: number): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, journey), String(survived))
}

/** @returns what all journeys of this run have survived */
export function countFaults(): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder)
    .map((journey) => Number(readFileSync(join(folder, journey), 'utf8')))
    .reduce((sum, survived) => sum + survived, 0)
}
