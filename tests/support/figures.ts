import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the tests leave what they counted, for the table at the end of a run. */
export const figuresFolder = 'test-results/figures'

/** Notes how many of something a test has been through, such as attacks or faults. */
export function recordFigure(name: string, count: number) {
  mkdirSync(figuresFolder, { recursive: true })
  writeFileSync(join(figuresFolder, `${name}.json`), JSON.stringify({ name, count }))
}
