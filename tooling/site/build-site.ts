import { build } from 'vite'

/** Apart from dist/, which may hold a build for a hosted project. */
export const siteFolder = 'test-results/site'
/** The same with the directory open. */
export const liveSiteFolder = 'test-results/live-site'

/** The environment variable that is set when the site was built before the tests, as in `tests/run.ts`. */
export const siteIsBuiltVariable = 'SITE_IS_BUILT'

/** Builds what the browser is to see: once before all tests. */
export default async function buildOnce() {
  if (!process.env[siteIsBuiltVariable]) await buildSite()
}

export const buildSite = () => buildInto(siteFolder, '')

/**
 * Builds it with the directory open.
 *
 * @param data the folder of the backend whose communities are in its pages; the demo's unless told
 */
export async function buildLiveSite(data = 'memory') {
  process.env['LOCAL_SUPABASE_DATA'] = data
  await buildInto(liveSiteFolder, 'live')
}

async function buildInto(outDir: string, directory: '' | 'live') {
  process.env['VITE_DIRECTORY'] = directory
  await build({ logLevel: 'error', build: { outDir, emptyOutDir: true } })
}
