/* Lighthouse on the public pages of the production build: what must be perfect, fails when it is not. */
import { addCommunity } from '../../tests/e2e/backend.ts'
import { serveFreshSite } from '../../tests/e2e/serve-site.ts'
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
const liveSite = await serveFreshSite(4184, { isLive: true })
// Since the page was built, so that it changes when the app brings it up to date: 24 cards, 4 of them new.
for (const name of ['Early Birds', 'Night Owls', 'Slow Readers', 'Fast Talkers']) {
  // oxlint-disable-next-line no-await-in-loop -- One after the other, on the one connection there is.
  await addCommunity(liveSite.backend, { name, status: 'approved' })
}
await look(liveSite, live, 'live ')

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
