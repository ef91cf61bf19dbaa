/*
 * Measures how long the build takes for the static pages of 5,000 generated communities, and their size:
 *   npm run bench -- pages [20000]
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import { isUuid } from '../../src/lib/uuid.ts'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { buildLiveSite, liveSiteFolder } from '../../tooling/site/build-site.ts'
import { addCommunities } from './directory/data.ts'
import { check, finish, printTable, readSizes } from '../report.ts'

/** The longest time in seconds for 5,000 pages. */
const limit = 60

const [count = 0] = readSizes([5000])
const data = mkdtempSync(join(tmpdir(), 'pages-'))
await prepare()
const withoutPages = await timeBuild(0)
const seconds = (await timeBuild(count)) - withoutPages
rmSync(data, { recursive: true })

const folder = join(liveSiteFolder, 'communities')
const ids = readdirSync(folder).filter((name) => isUuid(name))
const files = ids.map((id) => readFileSync(join(folder, id, 'index.html')))
printTable('Static pages', [
  {
    pages: files.length,
    seconds,
    MB: toMegabytes(files),
    'MB compressed': toMegabytes(files.map((file) => gzipSync(file))),
  },
])
check(files.length === count, `${count - files.length} pages are missing`)
check(seconds / count <= limit / 5000, `5,000 pages take more than ${limit} seconds`)
finish()

/** Fills a backend with communities. */
async function prepare() {
  const backend = await startLocalSupabase({ dataFolder: data, isDirectoryLive: true })
  const { driver } = backend.connection
  await driver.exec(`truncate auth.users cascade;
    truncate public.directory_communities, private.directory_words`)
  const query = async (sql: string) => (await driver.query<Record<string, unknown>>(sql)).rows
  await addCommunities({ query }, count)
  await backend.stop()
}

/** @returns seconds */
async function timeBuild(pages: number): Promise<number> {
  process.env['COMMUNITY_PAGES'] = String(pages)
  const start = performance.now()
  await buildLiveSite(data)
  return (performance.now() - start) / 1000
}

function toMegabytes(contents: readonly Buffer[]): number {
  return contents.reduce((sum, { length }) => sum + length, 0) / 1e6
}
