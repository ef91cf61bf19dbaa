/* Compares our image pipeline with the default of browser-image-compression on a 12-megapixel photo, in Chromium. */
import { chromium } from '@playwright/test'
import { createServer } from 'vite'
import { findBrowser } from '../../../tooling/browser/find-browser.ts'
import type { compare } from './in-page.ts'

const rounds = 7
const port = 5197

process.env['LOCAL_SUPABASE_DATA'] = 'memory'
const server = await createServer({ logLevel: 'error', server: { port, hmr: false } })
await server.listen()
const browser = await chromium.launch(findBrowser())
const page = await browser.newPage()
await page.goto(`http://localhost:${port}/`)
const { photoKilobytes, results } = await page.evaluate(
  async ([path, times]): ReturnType<typeof compare> => (await import(path)).compare(times),
  ['/scripts/bench/image/in-page.ts', rounds] as const,
)
await browser.close()
await server.close()

console.info(`A 4000 x 3000 JPEG of ${photoKilobytes} kB, ${rounds} rounds in turn.`)
console.info('The library runs without its worker, which it would load from a public server.')
console.table(results)
const [ours, library] = results
if (ours && library) {
  const ratio = ours.milliseconds / library.milliseconds
  console.info(`Time compared with the library: ${ratio.toFixed(2)} (limit: 1).`)
  console.info(`Longest block: ${ours.longestBlock} ms (limit: 50 ms).`)
}
// The embedded database would set another exit code.
process.exit(0)
