/*
 * Takes screenshots of every page, of the last step of every journey and of some other states, on a phone and a desktop,
 * light and dark, and writes them to `screenshots/`. Arguments select the scenes whose names contain all of the words:
 * `npm run screenshots -- queue`.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../../tooling/browser/find-browser.ts'
import { buildLiveSite, buildSite } from '../../../tooling/site/build-site.ts'
import { current, dialog, signInIfNeeded } from '../../../tooling/journeys/journey.ts'
import { serveSite } from '../../../tooling/site/serve-site.ts'
import { check, finish } from '../../report.ts'
import { liveScenes, type Scene, scenes } from './scenes.ts'

const folder = 'screenshots'
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const colorSchemes = ['light', 'dark'] as const

type Site = Awaited<ReturnType<typeof serveSite>>

const words = process.argv.slice(2)
const isSelected = ({ name }: Scene) => words.every((word) => name.includes(word))
let count = 0

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const browser = await chromium.launch(findBrowser())

await captureAll(scenes.filter(isSelected), { isLive: false })
await captureAll(liveScenes.filter(isSelected), { isLive: true })

await browser.close()
console.info(`Scenes in ${folder}/: ${count}`)
finish()

async function captureAll(selected: readonly Scene[], { isLive }: { isLive: boolean }) {
  if (selected.length === 0) return
  await (isLive ? buildLiveSite() : buildSite())
  let site: Site | undefined
  for (const scene of selected) {
    site ??= await serveSite(4195, { isLive })
    current.number = 0
    const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' })
    context.setDefaultTimeout(15_000)
    // Makes screenshots the same with and without a network.
    await context.route('https://images.unsplash.com/**', (route) =>
      route.fulfill({ path: 'public/placeholder.svg' }),
    )
    const page = await context.newPage()
    try {
      // The journeys advance the clock.
      await page.clock.install()
      await signInIfNeeded(page, scene)
      await scene.show(page, site.backend, (name) => capture(page, name))
      await capture(page, scene.name)
      count += 1
    } catch (error) {
      check(false, `${scene.name}: ${String(error)}`)
    }
    await context.close()
    if (scene.changesData) {
      // The next scene gets a new backend with the original demo data.
      await site.close()
      site = undefined
    }
  }
  await site?.close()
}

async function capture(page: Page, name: string) {
  // A dialog covers the window, so the page behind it does not matter.
  const fullPage = (await dialog(page).count()) === 0
  for (const [device, size] of Object.entries(sizes)) {
    await page.setViewportSize(size)
    await page.evaluate(loadImages)
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme })
      const path = `${folder}/${name.replaceAll(/\W+/g, '-')}-${device}-${colorScheme}.png`
      await page.screenshot({ path, fullPage, animations: 'disabled' })
    }
  }
}

/** Also loads the images below the viewport. Runs in the page. */
async function loadImages() {
  for (const image of document.images) image.loading = 'eager'
  await Promise.allSettled([...document.images].map((image) => image.decode()))
}
