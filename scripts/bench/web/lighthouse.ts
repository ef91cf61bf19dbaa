import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { findBrowser } from '../../../tooling/browser/find-browser.ts'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]

const report = z.object({
  categories: z.record(z.string(), z.object({ score: z.nullable(z.number()) })),
  audits: z.record(
    z.string(),
    z.object({
      score: z.nullable(z.number()),
      title: z.string(),
      numericValue: z.optional(z.number()),
    }),
  ),
})

/**
 * Runs Lighthouse once with its mobile preset. npx downloads it, because only this command needs it.
 *
 * @returns scores from 0 to 100, times in milliseconds, and the titles of failed audits
 */
export async function measure(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  const file = join(folder, 'report.json')
  const { executablePath, args } = findBrowser()
  const options = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--chrome-flags=--headless=new ${args.join(' ')}`,
    `--only-categories=${categories.join()}`,
  ]
  const command = ['--yes', 'lighthouse@12.8', url, ...options]
  // Not execFileSync: this process serves the page.
  const run = () =>
    promisify(execFile)('npx', command, { env: { ...process.env, CHROME_PATH: executablePath } })
  // Retries, because Lighthouse fails if the browser's trace lacks its beginning, which happens occasionally.
  await run().catch(run).catch(run)
  const { categories: scores, audits } = report.parse(JSON.parse(readFileSync(file, 'utf8')))
  rmSync(folder, { recursive: true })

  const score = (name: Category) => Math.round((scores[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    score,
    lcp: Math.round(value('largest-contentful-paint')),
    tbt: Math.round(value('total-blocking-time')),
    cls: Number(value('cumulative-layout-shift').toFixed(3)),
    failed: Object.values(audits)
      .filter((audit) => audit.score !== null && audit.score < 1)
      .map(({ title }) => title),
  }
}
