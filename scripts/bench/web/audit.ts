/*
 * Runs Lighthouse on the public pages of the production build. Fails unless accessibility, best practices
 * and SEO score 100. Performance is only printed, because it depends on how busy the machine is.
 */
import { livePages, publicPages, type SitePage, staticPages } from '../../../tooling/site/pages.ts'
import { serveFreshSite } from '../../../tooling/site/serve-site.ts'
import { check, finish, printTable } from '../../report.ts'
import { serveFullDirectory } from './full-directory.ts'
import { categories, measure } from './lighthouse.ts'

const rows: Record<string, string | number>[] = []

await audit(await serveFreshSite(4183), publicPages)
await audit(await serveFullDirectory(4184), [...livePages, ...staticPages])

printTable('Lighthouse', rows)
finish()

async function audit(
  { url, close }: Awaited<ReturnType<typeof serveFreshSite>>,
  pages: SitePage[],
) {
  for (const { path, name, isIndexed } of pages) {
    // Parallel runs would slow each other down.
    const { score, lcp, tbt, cls, failed } = await measure(url + path)
    rows.push({
      page: name,
      ...Object.fromEntries(categories.map((category) => [category, score(category)])),
      'LCP ms': lcp,
      'TBT ms': tbt,
      CLS: cls,
    })
    const isPerfect =
      score('accessibility') === 100 &&
      score('best-practices') === 100 &&
      // Lighthouse lowers the SEO score of pages with noindex.
      (score('seo') === 100 || !isIndexed)
    check(isPerfect, `${name}: ${failed.join('; ')}`)
    check(cls <= 0.01, `${name} shifts its layout while it loads`)
  }
  await close()
}
