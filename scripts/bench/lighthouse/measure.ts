import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { findBrowser } from '../../../tooling/browser/find-browser.ts'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

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

interface Options {
  categories?: readonly (typeof categories)[number][]
  /** Debugging port of a browser that is running, whose storage is kept: somebody is signed in. */
  port?: number
}

/**
 * One run of Lighthouse with its mobile preset. It is fetched when it is asked for: nobody who only
 * works on the app has to install it.
 *
 * @returns scores from 0 to 100, times in milliseconds, and the titles of what failed
 */
export async function measure(
  url: string,
  { categories: wanted = categories, port }: Options = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  const file = join(folder, 'report.json')
  const { executablePath, args } = findBrowser()
  const browser = port
    ? [`--port=${port}`, '--disable-storage-reset']
    : [`--chrome-flags=--headless=new ${args.join(' ')}`]
  const output = ['--quiet', '--output=json', `--output-path=${file}`]
  // Not synchronously: the pages come from this very process.
  const run = () =>
    promisify(execFile)(
      'npx',
      [
        '--yes',
        'lighthouse@12.8',
        url,
        ...output,
        ...browser,
        `--only-categories=${wanted.join()}`,
      ],
      { env: { ...process.env, CHROME_PATH: executablePath } },
    )
  // Now and then the browser's trace lacks its beginning, which Lighthouse answers with an error.
  await run().catch(run).catch(run)
  const { categories: scores, audits } = report.parse(JSON.parse(readFileSync(file, 'utf8')))
  rmSync(folder, { recursive: true })

  const score = (name: (typeof categories)[number]) => Math.round((scores[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    score,
    fcp: Math.round(value('first-contentful-paint')),
    lcp: Math.round(value('largest-contentful-paint')),
    tbt: Math.round(value('total-blocking-time')),
    cls: Number(value('cumulative-layout-shift').toFixed(3)),
    failed: Object.values(audits)
      .filter(({ score: own }) => own !== null && own < 1)
      .map(({ title }) => title),
  }
}
