/*
 * Measures how long the build takes for the static pages of 5,000 generated communities, and their size:
 *   npm run bench:pages [-- 20000]
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { buildLiveSite, liveSiteFolder } from '../../tooling/site/build-site.ts'
import { addCommunities } from './directory/data.ts'

/** The longest time in seconds for the first 5,000 pages. */
const limit = 60

const count = Number(process.argv[2] ?? 5000)
const data = mkdtempSync(join(tmpdir(), 'pages-'))
await prepare()
const withoutPages = await timeBuild(0)
const withPages = await timeBuild(count)
rmSync(data, { recursive: true })

const folder = join(liveSiteFolder, 'communities')
const files = readdirSync(folder).map((id) => readFileSync(join(folder, id, 'index.html')))
const seconds = withPages - withoutPages
console.table({
  pages: files.length,
  seconds: Number(seconds.toFixed(1)),
  'pages per second': Math.round(files.length / seconds),
  MB: toMegabytes(files),
  'MB compressed': toMegabytes(files.map((file) => gzipSync(file))),
})
process.exit(files.length === count && seconds / count <= limit / 5000 ? 0 : 1)

/** Fills a backend with communities. */
async function prepare() {
  const backend = await startLocalSupabase({ dataFolder: data, isDirectoryLive: true })
  const { driver } = backend.connection
  await driver.exec(`truncate auth.users cascade;
    truncate public.directory_communities, private.directory_words`)
  const query = async (sql: string) => (await driver.query<Record<string, unknown>>(sql)).rows
  await addCommunities({ name: 'PGlite', query, stop: backend.stop }, count)
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
  return Math.round(contents.reduce((sum, { length }) => sum + length, 0) / 1e6)
}
