import { copyFile, rm } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Locator, Page, Route } from '@playwright/test'
import type { LocalSupabase } from '../../supabase/local/start.ts'
import { smallVersionOf } from '../../src/features/community/images.ts'
import { makeGif } from '../support/make-gif.ts'
import { makeImage, withPhoneExif } from '../support/make-image.ts'
import { fillFirstSteps } from '../../tooling/journeys/fill-community.ts'
import { lucaId } from '../../tooling/journeys/demo-rows.ts'
import { expect, test } from './fixtures.ts'
import { openAs } from '../../tooling/journeys/sign-in.ts'

/** Opens a new community as a demo owner. */
async function openCommunity(page: Page): Promise<Locator> {
  await openAs(page, 'luca@example.com', '/?list=new')
  const dialog = page.getByRole('dialog', { name: 'List your community' })
  await fillFirstSteps(dialog, { name: 'With an image' })
  return dialog
}

const chooseFile = (dialog: Locator, name: string, mimeType: string, buffer: Buffer) =>
  dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

const preview = (dialog: Locator) => dialog.getByAltText('Preview of the community image')

/** Returns both versions of the stored image: see `readVersion`. */
async function readStoredImage(page: Page, dialog: Locator, before = '') {
  await expect(preview(dialog)).not.toHaveAttribute('src', before)
  const url = (await preview(dialog).getAttribute('src')) ?? ''
  const small = await readVersion(page, smallVersionOf(url))
  return { ...(await readVersion(page, url)), small }
}

/** Returns a stored file: its URL, content, type, size in pixels, and the color of three corners. */
async function readVersion(page: Page, url: string) {
  const response = await page.request.get(url)
  const body = await response.body()
  const look = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context?.drawImage(bitmap, 0, 0)
    const color = (x: number, y: number) => {
      const [red = 0, green = 0, blue = 0] = context?.getImageData(x, y, 1, 1).data ?? []
      if (red > 200 && green > 200 && blue > 200) return 'white'
      return red > blue ? 'red' : 'blue'
    }
    const { width, height } = bitmap
    return {
      width,
      height,
      topLeft: color(width * 0.1, height * 0.1),
      topRight: color(width * 0.9, height * 0.1),
      bottomRight: color(width - 1, height - 1),
    }
  }, body.toString('base64'))
  return { url, body, type: response.headers()['content-type'], ...look }
}

async function readFileNames(backend: LocalSupabase): Promise<string[]> {
  const { rows } = await backend.connection.driver.query<{ name: string }>(
    'select name from storage.objects where name like $1 order by name',
    [`${lucaId}/%`],
  )
  return rows.map(({ name }) => name)
}

test('a file that cannot be shown is rejected with a reason, and the current image stays', async ({
  page,
  app,
}) => {
  const dialog = await openCommunity(page)
  const good = await makeImage(page, { width: 600, height: 400 })
  await chooseFile(dialog, 'good.jpg', 'image/jpeg', good)
  await expect(preview(dialog)).toBeVisible()
  const before = await preview(dialog).getAttribute('src')
  const files = await readFileNames(app.backend)

  const png = await makeImage(page, { width: 40, height: 40, type: 'image/png' })
  const huge = Buffer.from(png)
  huge.writeUInt32BE(12_000, 16)
  huge.writeUInt32BE(12_000, 20)
  huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29)
  const noise = await makeImage(page, { width: 600, height: 400, look: 'noise' })
  const webp = await makeImage(page, { width: 40, height: 40, type: 'image/webp' })
  const invalidFiles: [name: string, file: Buffer, message: RegExp][] = [
    ['torn.png', png.subarray(0, 60), /Could not load image.*damaged/],
    ['torn.jpg', noise.subarray(0, noise.length / 2), /Could not load image.*damaged/],
    ['photo.jpg', webp, /Could not load image. This file is a WebP image/],
    ['clear.gif', makeGif([null, null]), /Could not load image. It is transparent/],
    ['huge.png', huge, /Could not process image.*100 megapixels/],
  ]
  for (const [name, file, message] of invalidFiles) {
    await test.step(name, async () => {
      await chooseFile(dialog, name, name.endsWith('jpg') ? 'image/jpeg' : 'image/png', file)
      await expect(dialog.getByRole('alert')).toHaveText(message)
      await expect(preview(dialog)).toHaveAttribute('src', before ?? '')
    })
  }
  expect(await readFileNames(app.backend)).toEqual(files)
})

test('a phone photo is stored upright and without its location, and transparency becomes a visible background', async ({
  page,
}) => {
  const dialog = await openCommunity(page)
  const photo = withPhoneExif(await makeImage(page, { width: 1600, height: 1200 }))
  expect(photo.includes('Exif')).toBe(true)
  await chooseFile(dialog, 'IMG_0042.JPG', 'image/jpeg', photo)
  const upright = await readStoredImage(page, dialog)
  expect(upright.url).toMatch(/\/\d+-compressed\.jpg$/)
  // Rotated clockwise: the top left corner is now at the top right.
  const rotated = { width: 600, height: 800, topLeft: 'blue', topRight: 'red' }
  expect(upright).toMatchObject({ type: 'image/jpeg', ...rotated })
  expect(upright.body.includes('Exif')).toBe(false)
  const smaller = { ...rotated, width: 480, height: 640 }
  expect(upright.small).toMatchObject({ type: 'image/jpeg', ...smaller })
  expect(upright.small.body.includes('Exif')).toBe(false)

  const type = 'image/png'
  const clear = await makeImage(page, { width: 500, height: 300, type, look: 'clear' })
  await chooseFile(dialog, 'logo.png', type, clear)
  const onWhite = await readStoredImage(page, dialog, upright.url)
  expect(onWhite.url).toMatch(/\/\d+-compressed\.png$/)
  const size = { width: 500, height: 300 }
  expect(onWhite).toMatchObject({ type: 'image/jpeg', ...size, topRight: 'white' })

  const white = await makeImage(page, { width: 90, height: 60, type, look: 'white' })
  await chooseFile(dialog, 'white-logo.png', type, white)
  const onColor = await readStoredImage(page, dialog, onWhite.url)
  expect(onColor.topLeft).toBe('white')
  expect(onColor.topRight).not.toBe('white')
  expect(onColor.small).toMatchObject({ width: 90, height: 60, topLeft: 'white' })
  expect(onColor.small.topRight).not.toBe('white')
})

test('an image that hardly compresses goes through every compression step', async ({ page }) => {
  const dialog = await openCommunity(page)
  const noise = await makeImage(page, { width: 2400, height: 1600, quality: 0.45, look: 'noise' })
  expect(noise.byteLength).toBeLessThan(5 * 1024 * 1024)
  await chooseFile(dialog, 'noise.jpg', 'image/jpeg', noise)
  await expect(
    dialog.getByText(/^Image compressed (to [\d.]+MB|but still larger than 1MB)$/),
  ).toBeVisible()
  const stored = await readStoredImage(page, dialog)
  expect(stored.width).toBeLessThanOrEqual(1200)
  expect(stored.height).toBeLessThanOrEqual(800)
  expect(stored.small).toMatchObject({ width: 480, height: 320 })
  expect(stored.small.body.byteLength).toBeLessThanOrEqual(150 * 1024)
  const message =
    stored.body.byteLength > 1024 * 1024
      ? 'Image compressed but still larger than 1MB'
      : `Image compressed to ${(stored.body.byteLength / 1024 / 1024).toFixed(2)}MB`
  await expect(dialog.getByText(message)).toBeVisible()
})

test('an image that stays too large is uploaded with a warning, and without a small version', async ({
  page,
  consoleErrors,
}) => {
  // Simulates a worker that does not load, and an encoder that adds a megabyte to every image.
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'Worker')
    const encode = Reflect.get(HTMLCanvasElement.prototype, 'toBlob')
    HTMLCanvasElement.prototype.toBlob = function encodeBadly(callback, type, quality) {
      const addMegabyte = (image: Blob | null) =>
        callback(image && new Blob([image, new Uint8Array(1_200_000)], { type: image.type }))
      encode.call(this, addMegabyte, type, quality)
    }
  })
  const dialog = await openCommunity(page)
  await dialog.locator('input[type=file]').setInputFiles('tests/fixtures/phone-photo.jpg')
  const warning = 'Image compressed but still larger than 1MB'
  await expect(dialog.getByText(warning)).toBeVisible()
  await expect(page.locator('#root').getByText(warning)).toBeVisible()
  await expect(preview(dialog)).toHaveAttribute('src', /-compressed\.jpg$/)
  const url = (await preview(dialog).getAttribute('src')) ?? ''
  expect((await page.request.get(url)).ok()).toBe(true)
  expect((await page.request.get(smallVersionOf(url))).ok()).toBe(false)
  // The card falls back to the full version. Chromium logs the first request.
  const card = dialog.getByRole('region', { name: 'Preview' }).getByRole('article')
  await expect(card.locator('img')).toHaveAttribute('src', url)
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('400')])
})

/** Calls a function of the test after the first file was read, or before. */
async function onFirstRead(page: Page, when: 'before' | 'after', work: () => Promise<void>) {
  await page.exposeFunction('onFirstRead', work)
  await page.addInitScript((isBefore) => {
    const call = () => Reflect.get(window, 'onFirstRead')()
    const read = Reflect.get(Blob.prototype, 'arrayBuffer')
    Blob.prototype.arrayBuffer = async function readOnce() {
      Blob.prototype.arrayBuffer = read
      if (isBefore) await call()
      const bytes = await read.call(this)
      if (!isBefore) await call()
      return bytes
    }
  }, when === 'before')
}

test('a file that can be read only once is uploaded', async ({ page }, testInfo) => {
  const path = testInfo.outputPath('photo.jpg')
  await copyFile('tests/fixtures/phone-photo.jpg', path)
  await onFirstRead(page, 'after', () => rm(path))
  const dialog = await openCommunity(page)
  await dialog.locator('input[type=file]').setInputFiles(path)
  expect(await readStoredImage(page, dialog)).toMatchObject({ width: 1200, height: 800 })
})

test('a file that was deleted since it was chosen can be chosen again', async ({
  page,
}, testInfo) => {
  const path = testInfo.outputPath('photo.jpg')
  await copyFile('tests/fixtures/phone-photo.jpg', path)
  await onFirstRead(page, 'before', () => rm(path))
  const dialog = await openCommunity(page)
  await dialog.locator('input[type=file]').setInputFiles(path)
  await expect(dialog.getByRole('alert')).toHaveText(
    'Could not load image. The file could not be read. Choose it again.',
  )
  await copyFile('tests/fixtures/phone-photo.jpg', path)
  await dialog.locator('input[type=file]').setInputFiles(path)
  await expect(preview(dialog)).toBeVisible()
})

test('unusual files that browsers show are accepted and stored in full', async ({ page }) => {
  const dialog = await openCommunity(page)
  const jpeg = await makeImage(page, { width: 300, height: 200 })
  const png = await makeImage(page, { width: 300, height: 200, type: 'image/png' })
  const animation = makeGif([
    [255, 0, 0],
    [0, 0, 255],
  ])
  const insert = (...bytes: number[]) =>
    Buffer.concat([jpeg.subarray(0, 20), Buffer.from(bytes), jpeg.subarray(20)])
  const files: [name: string, file: Buffer][] = [
    ['bytes between segments.jpg', insert(0, 0, 0x12, 0x34)],
    ['comment with an invalid length.jpg', insert(0xff, 0xfe, 0, 0)],
    ['TEM marker.jpg', insert(0xff, 0x01)],
    ['fill bytes.jpg', insert(0xff, 0xff, 0xff)],
    ['no end.jpg', jpeg.subarray(0, -2)],
    ['appended video.jpg', Buffer.concat([jpeg, Buffer.from('\0\0\0\x18ftypmp42')])],
    ['no end.png', png.subarray(0, -12)],
    ['torn second frame.gif', animation.subarray(0, -40)],
  ]
  let before = ''
  for (const [name, file] of files) {
    await test.step(name, async () => {
      await chooseFile(dialog, name, 'image/jpeg', file)
      const stored = await readStoredImage(page, dialog, before)
      expect(stored.topLeft).toBe('red')
      expect(stored.bottomRight).toBe(name.endsWith('gif') ? 'red' : 'blue')
      before = stored.url
    })
  }
})

test('an animated GIF keeps the first frame that shows something, and the form says so', async ({
  page,
}) => {
  const dialog = await openCommunity(page)
  const note = dialog.getByText('Only the first frame of the animation is kept.')
  const red: [number, number, number] = [255, 0, 0]
  await chooseFile(dialog, 'party.gif', 'image/gif', makeGif([null, null, red, [0, 0, 255]]))
  await expect(note).toBeVisible()
  const stored = await readStoredImage(page, dialog)
  const red16 = { width: 16, topLeft: 'red', topRight: 'red' }
  expect(stored).toMatchObject({ ...red16, small: red16 })
  await chooseFile(dialog, 'still.gif', 'image/gif', makeGif([red]))
  await expect(preview(dialog)).not.toHaveAttribute('src', stored.url)
  await expect(note).toBeHidden()
})

for (const [noise, outcome] of [
  [255, /hides image data from this site. Allow it with the icon in the address bar/],
  [3, /^Image compressed to/],
] as const) {
  test(`a browser that changes colors by up to ${noise} shows: ${outcome.source}`, async ({
    page,
  }) => {
    await page.addInitScript((range) => {
      Reflect.deleteProperty(window, 'Worker')
      const read = Reflect.get(CanvasRenderingContext2D.prototype, 'getImageData')
      CanvasRenderingContext2D.prototype.getImageData = function readNoise(...area) {
        const pixels = read.apply(this, area)
        pixels.data.forEach((value, index) => {
          pixels.data[index] = value + (Math.random() * 2 - 1) * range
        })
        return pixels
      }
    }, noise)
    const dialog = await openCommunity(page)
    await dialog.locator('input[type=file]').setInputFiles('tests/fixtures/phone-photo.jpg')
    await expect(dialog.getByText(outcome)).toBeVisible()
  })
}

test('a failed upload shows an error, and can be repeated unless the file is too large', async ({
  page,
  consoleErrors,
}) => {
  const dialog = await openCommunity(page)
  const good = await makeImage(page, { width: 300, height: 200 })
  const tryAgain = dialog.getByRole('button', { name: 'Try again' })
  const failed = /Failed to upload image/
  const tooLarge = 'Image must be less than 5MB'
  const failures: [string | RegExp, (route: Route) => Promise<void>][] = [
    // The storage service sends status 400, and the real one in the body. A gateway does not.
    [tooLarge, (route) => route.fulfill({ status: 400, json: { statusCode: '413' } })],
    [tooLarge, (route) => route.fulfill({ status: 413, body: '<h1>Too large</h1>' })],
    [failed, (route) => route.fulfill({ status: 500, json: { message: 'broken' } })],
    [failed, (route) => route.abort('connectionreset')],
  ]
  await dialog.getByRole('button', { name: 'Remove image' }).click()
  for (const [message, fail] of failures) {
    await page.route('**/storage/v1/object/**', fail)
    await chooseFile(dialog, 'good.jpg', 'image/jpeg', good)
    await expect(dialog.getByRole('alert')).toHaveText(message)
    await expect(tryAgain).toHaveCount(message === tooLarge ? 0 : 1)
    await page.unroute('**/storage/v1/object/**')
    if (message === failed) continue
    // Leaves the field without an error.
    await dialog.getByRole('button', { name: 'Use a stock photo' }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Remove image' }).click()
  }
  await page.route('**/*-compressed.jpg', (route) => route.fulfill({ status: 500 }))
  // Without choosing the file again, which a phone might not be able to read twice.
  await tryAgain.click()
  await expect(dialog.getByRole('alert')).toHaveText(failed)
  await page.unroute('**/*-compressed.jpg')
  await tryAgain.click()
  expect((await readStoredImage(page, dialog)).small).toMatchObject({ width: 300, height: 200 })
  // The console reports only the simulated failures.
  const logged = consoleErrors.splice(0)
  expect(logged).not.toEqual([])
  expect(logged.filter((line) => !/400|413|500|ERR_CONNECTION_RESET/.test(line))).toEqual([])
})

test('an image can be dropped and pasted', async ({ page }) => {
  const dialog = await openCommunity(page)
  const add = (kind: 'drop' | 'paste', target: Locator) =>
    target.evaluate(async (element, event) => {
      const canvas = new OffscreenCanvas(90, 60)
      canvas.getContext('2d')?.fillRect(0, 0, 90, 60)
      const data = new DataTransfer()
      data.items.add(new File([await canvas.convertToBlob()], 'x.png', { type: 'image/png' }))
      element.dispatchEvent(
        event === 'drop'
          ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data })
          : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }),
      )
    }, kind)
  await add('drop', dialog.getByText('PNG, JPG, GIF up to 5MB'))
  await expect(preview(dialog)).toBeVisible()
  const dropped = await preview(dialog).getAttribute('src')
  await add('paste', dialog.getByLabel('Current Member Count'))
  await expect(preview(dialog)).not.toHaveAttribute('src', dropped ?? '')
})
