/*
 * Compares, in one run in a real Chromium, what choosing a 12-megapixel photo costs: our own pipeline
 * and browser-image-compression's default call.
 */
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
const { photoKilobytes, contenders } = await page.evaluate(
  async ([path, times]): ReturnType<typeof compare> => (await import(path)).compare(times),
  ['/scripts/bench/image/in-page.ts', rounds] as const,
)
await browser.close()
await server.close()

console.info(`A 4000 x 3000 JPEG of ${photoKilobytes} kB, ${rounds} rounds in turns.`)
console.info('The library works on the page: its worker would be fetched from a public server.')
console.table(contenders)
const [ours, library] = contenders
if (ours && library) {
  const ratio = ours.milliseconds / library.milliseconds
  console.info(`Time: ${ratio.toFixed(2)} of the library's (wanted: at most 1).`)
  console.info(`Longest block: ${ours.longestBlock} ms (wanted: at most 50 ms).`)
}
process.exit(0) // The embedded database leaves another status behind.
