/*
 * Runs a benchmark and prints its results as Markdown tables:
 *   npm run bench -- scale [10000]
 * Fails if a result exceeds its limit.
 */
import { argv } from 'node:process'

const benchmarks: Record<string, () => Promise<unknown>> = {
  load: () => import('./load/run.ts'),
  pages: () => import('./pages.ts'),
  questions: () => import('./questions/run.ts'),
  scale: () => import('./scale/run.ts'),
  web: () => import('./web/bench.ts'),
}

// Each benchmark reads the remaining arguments itself.
const [chosen = ''] = argv.splice(2, 1)
const start = benchmarks[chosen]
if (!start) throw new Error(`Choose a benchmark: ${Object.keys(benchmarks).join(', ')}.`)
await start()
