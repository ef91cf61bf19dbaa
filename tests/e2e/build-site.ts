import { build } from 'vite'

/** Apart from dist/, which may hold a build for a hosted project. */
export const siteFolder = 'test-results/site'

/** Builds what the browser is to see: once before all tests, and before it is measured. */
export default async function buildSite() {
  await build({ logLevel: 'error', build: { outDir: siteFolder, emptyOutDir: true } })
}
