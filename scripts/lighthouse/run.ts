/*
 * Lighthouse (mobile preset) on the public pages of the production build. It is fetched when it is
 * asked for: nobody who only works on the app has to install it.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { preview } from 'vite'
import * as z from 'zod/mini'
import { findBrowser } from '../../tests/e2e/find-browser.ts'

const paths = ['/', '/business-partnership', '/privacy']
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** What must be perfect; speed is shown, because a busy machine changes it. */
const perfect = ['accessibility', 'best-practices', 'seo'] as const

const report = z.object({
  categories: z.record(z.enum(categories), z.object({ score: z.nullable(z.number()) })),
  audits: z.record(
    z.string(),
    z.object({
      score: z.nullable(z.number()),
      title: z.string(),
      numericValue: z.optional(z.number()),
    }),
  ),
})

process.env['LOCAL_SUPABASE_DATA'] = 'memory'
const server = await preview({ logLevel: 'error', preview: { port: 4183, strictPort: true } })
const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
const { executablePath, args } = findBrowser()
const rows: Record<string, Record<string, string | number>> = {}
const problems: string[] = []

for (const path of paths) {
  const file = join(folder, 'report.json')
  // Not synchronously: the pages come from this very process. One after the other, or they compete.
  // oxlint-disable-next-line no-await-in-loop
  await promisify(execFile)(
    'npx',
    [
      '--yes',
      'lighthouse@12.8',
      `http://localhost:4183${path}`,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=--headless=new ${args.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: executablePath } },
  )
  const { categories: scores, audits } = report.parse(JSON.parse(readFileSync(file, 'utf8')))
  const score = (name: (typeof categories)[number]) => Math.round((scores[name]?.score ?? 0) * 100)
  const time = (name: string) => Math.round(audits[name]?.numericValue ?? Number.NaN)
  rows[path] = {
    ...Object.fromEntries(categories.map((name) => [name, score(name)])),
    'LCP ms': time('largest-contentful-paint'),
    'TBT ms': time('total-blocking-time'),
    CLS: Number((audits['cumulative-layout-shift']?.numericValue ?? Number.NaN).toFixed(3)),
  }
  if (perfect.some((name) => score(name) < 100)) {
    const failing = Object.values(audits).filter(({ score: own }) => own !== null && own < 1)
    problems.push(`${path}: ${failing.map(({ title }) => title).join('; ')}`)
  }
}

rmSync(folder, { recursive: true })
await server.close()
console.table(rows)
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
