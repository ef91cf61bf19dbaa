/* Lighthouse on the public pages of the production build: what must be perfect, fails when it is not. */
import { serveFreshSite } from '../../../tooling/site/serve-site.ts'
import { serveFullDirectory } from './full-directory.ts'
import { categories, measure } from './measure.ts'

/** Speed is shown without a limit, because a busy machine changes it. */
const perfect = ['accessibility', 'best-practices', 'seo'] as const
type Category = (typeof perfect)[number]

/** While the directory is closed, / asks not to be indexed, which Lighthouse counts against it. */
const closed: [path: string, categories: readonly Category[]][] = [
  ['/', ['accessibility', 'best-practices']],
  ['/business-partnership', perfect],
  ['/privacy', perfect],
]
const live: typeof closed = [
  ['/', perfect],
  ['/communities', perfect],
]

const rows: Record<string, Record<string, string | number>> = {}
const problems: string[] = []

await look(await serveFreshSite(4183), closed)
await look(await serveFullDirectory(4184), live, 'live ')

console.table(rows)
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)

async function look(
  { url, close }: Awaited<ReturnType<typeof serveFreshSite>>,
  pages: typeof closed,
  title = '',
) {
  for (const [path, wanted] of pages) {
    // oxlint-disable-next-line no-await-in-loop -- One after the other, or they compete.
    const { score, lcp, tbt, cls, failed } = await measure(url + path)
    const name = title + path
    rows[name] = {
      ...Object.fromEntries(categories.map((category) => [category, score(category)])),
      'LCP ms': lcp,
      'TBT ms': tbt,
      CLS: cls,
    }
    if (wanted.some((category) => score(category) < 100)) {
      problems.push(`${name}: ${failed.join('; ')}`)
    }
    if (cls > 0.01) problems.push(`${name} moves while it loads`)
  }
  await close()
}
