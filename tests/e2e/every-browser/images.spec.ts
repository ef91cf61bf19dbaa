import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { LocalSupabase } from '../../../supabase/local/start.ts'
import { makeGif } from '../../support/make-gif.ts'
import { desktop, expect, test } from './fixtures.ts'
import { Page, type Target } from './page.ts'
import { launchFirefox, openPuppeteerTab } from './puppeteer.ts'

const photo = fileURLToPath(new URL('../../fixtures/phone-photo.jpg', import.meta.url))
const form: Target = { role: 'dialog', name: 'List your community' }

async function openForm(page: Page) {
  await page.open('/?list=new')
  await page.signIn('luca@example.com')
  await page.waitFor(form)
  const field = (name: string, role = 'textbox'): Target => ({ role, name, in: form })
  const proceed: Target = { role: 'button', name: 'Continue', in: form }
  await page.type(field('WhatsApp Link'), 'https://chat.whatsapp.com/ImagesAbcdefghijk01234')
  await page.type(field('Community Name'), 'With an image')
  await page.click(proceed)
  await page.type(field('Description'), 'We take photos.')
  await page.choose(field('Location', 'combobox'), 'Cape Town')
  await page.choose(field('Category', 'combobox'), 'Sports')
  await page.click(proceed)
  await page.waitFor({ text: 'Step 3 of 3', in: form })
}

test('a JPEG without its end and a GIF with a transparent first frame are stored in full', async ({
  openPage,
}, testInfo) => {
  const page = await openPage(desktop)
  await openForm(page)
  const jpeg = testInfo.outputPath('photo.jpg')
  await writeFile(jpeg, readFileSync(photo).subarray(0, -2))
  await page.chooseImage(jpeg)
  await expect
    .poll(() => page.run(readPreview), { timeout: 20_000 })
    .toEqual({ width: 1200, corner: [0, 1, 1] })

  const gif = testInfo.outputPath('party.gif')
  await writeFile(gif, makeGif([null, [255, 0, 0], [0, 0, 255]]))
  await page.chooseImage(gif)
  await page.waitFor({ text: 'Only the first frame of the animation is kept.' })
  await expect
    .poll(() => page.run(readPreview), { timeout: 20_000 })
    .toEqual({ width: 16, corner: [3, 0, 0] })
})

/** Returns the preview's width, and the color of its bottom right corner in hundreds. Runs in the page. */
function readPreview() {
  const image = document.querySelector<HTMLImageElement>('[alt="Preview of the community image"]')
  if (!image?.complete || image.naturalWidth === 0) return null
  const { naturalWidth: width, naturalHeight: height } = image
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  context?.drawImage(image, 0, 0)
  const [red = 0, green = 0, blue = 0] =
    context?.getImageData(width - 1, height - 1, 1, 1).data ?? []
  return { width, corner: [red, green, blue].map((value) => Math.round(value / 100)) }
}

const countFiles = async ({ connection }: LocalSupabase) =>
  (await connection.driver.query('select from storage.objects')).rows.length

const tag = '@firefox'
test(
  'Firefox with resistFingerprinting explains why it cannot prepare an image',
  { tag },
  async ({ app }) => {
    const firefox = await launchFirefox({ 'privacy.resistFingerprinting': true })
    try {
      const page = new Page(await openPuppeteerTab(firefox, desktop), app.url)
      await openForm(page)
      const before = await countFiles(app.backend)
      await page.chooseImage(photo)
      await page.waitFor({ text: /Your browser hides image data from this site/, in: form })
      expect(await countFiles(app.backend)).toBe(before)
    } finally {
      await firefox.close()
    }
  },
)
