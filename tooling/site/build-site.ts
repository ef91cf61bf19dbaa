import { build } from 'vite'

/** Not dist/, which may contain a build for a hosted project. */
export const siteFolder = 'test-results/site'
/** The build with the directory live. */
export const liveSiteFolder = 'test-results/live-site'

/** Where the tests pretend that the site is deployed. */
export const deployedUrl = 'https://waypost.example'

/** The environment variable that is set when the site was built before the tests, as in `tests/run.ts`. */
export const siteIsBuiltVariable = 'SITE_IS_BUILT'

/** Builds the site once before all tests. */
export default async function buildOnce() {
  if (!process.env[siteIsBuiltVariable]) await buildSite()
}

export const buildSite = () => buildInto(siteFolder, '')

/**
 * Builds the site with the directory live.
 *
 * @param data folder of the backend whose communities the pages contain; the demo data by default
 */
export async function buildLiveSite(data = 'memory') {
  process.env['LOCAL_SUPABASE_DATA'] = data
  await buildInto(liveSiteFolder, 'live')
}

async function buildInto(outDir: string, directory: '' | 'live') {
  process.env['VITE_DIRECTORY'] = directory
  process.env['VITE_SITE_URL'] = deployedUrl
  await build({ logLevel: 'error', build: { outDir, emptyOutDir: true } })
}
