/*
 * A screenshot of every screen and state on a phone and a desktop, light and dark, in `shots/`. What
 * follows the command are words of the scenes wanted: `npm run shots -- queue`.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../tests/e2e/find-browser.ts'
import { arrive, dialog } from '../../tests/e2e/journeys/journey.ts'
import { serveFreshSite } from '../../tests/e2e/serve-site.ts'
import { liveScenes, type Scene, scenes } from './scenes.ts'

const folder = 'shots'
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const colorSchemes = ['light', 'dark'] as const

const words = process.argv.slice(2)
const isWanted = ({ name }: Scene) => words.every((word) => name.includes(word))
const problems: string[] = []
let count = 0

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const browser = await chromium.launch(findBrowser())

await shootAll(scenes.filter(isWanted), { isLive: false })
await shootAll(liveScenes.filter(isWanted), { isLive: true })

await browser.close()
console.info(`${count - problems.length} of ${count} scenes are in ${folder}/`)
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)

/* oxlint-disable no-await-in-loop -- One browser beside one backend is what a small machine carries. */
async function shootAll(wanted: readonly Scene[], { isLive }: { isLive: boolean }) {
  if (wanted.length === 0) return
  count += wanted.length
  const site = await serveFreshSite(4195, { isLive })
  for (const scene of wanted) {
    const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' })
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    try {
      // The journeys let time pass.
      await page.clock.install()
      await arrive(page, scene)
      await scene.show(page, site.backend)
      await shoot(page, scene)
    } catch (problem) {
      problems.push(`${scene.name}: ${String(problem)}`)
    }
    await context.close()
  }
  await site.close()
}

async function shoot(page: Page, { name }: Scene) {
  // A dialog covers the window, and what is behind it does not matter.
  const fullPage = (await dialog(page).count()) === 0
  for (const [device, size] of Object.entries(sizes)) {
    await page.setViewportSize(size)
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme })
      const path = `${folder}/${name.replaceAll(/\W+/g, '-')}-${device}-${colorScheme}.png`
      await page.screenshot({ path, fullPage, animations: 'disabled' })
    }
  }
}
/* oxlint-enable no-await-in-loop */
