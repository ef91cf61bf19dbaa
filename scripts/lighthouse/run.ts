/* Lighthouse on the public pages of the production build: what must be perfect, fails when it is not. */
import { serveFreshSite } from '../../tests/e2e/serve-site.ts'
import { categories, measure } from './measure.ts'

const paths = ['/', '/business-partnership', '/privacy']
/** Speed is shown without a limit, because a busy machine changes it. */
const perfect = ['accessibility', 'best-practices', 'seo'] as const

const site = await serveFreshSite(4183)
const rows: Record<string, Record<string, string | number>> = {}
const problems: string[] = []

for (const path of paths) {
  // oxlint-disable-next-line no-await-in-loop -- One after the other, or they compete.
  const { score, lcp, tbt, cls, failed } = await measure(site.url + path)
  rows[path] = {
    ...Object.fromEntries(categories.map((name) => [name, score(name)])),
    'LCP ms': lcp,
    'TBT ms': tbt,
    CLS: cls,
  }
  if (perfect.some((name) => score(name) < 100)) problems.push(`${path}: ${failed.join('; ')}`)
}

await site.close()
console.table(rows)
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
