import { smallVersionOf } from '../../src/features/community/images.ts'
import { makeGif } from '../support/make-gif.ts'
import { makeImage, withPhoneExif } from '../support/make-image.ts'
import { expect, test } from './fixtures.ts'
import { chooseFile, openCommunity, preview, readStoredImage } from './image-form.ts'

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

test('unusual files that browsers show are stored in full, and of an animated GIF the first frame that shows something', async ({
  page,
}) => {
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

  const note = dialog.getByText('Only the first frame of the animation is kept.')
  const red: [number, number, number] = [255, 0, 0]
  await chooseFile(dialog, 'party.gif', 'image/gif', makeGif([null, null, red, [0, 0, 255]]))
  await expect(note).toBeVisible()
  const stored = await readStoredImage(page, dialog, before)
  const red16 = { width: 16, topLeft: 'red', topRight: 'red' }
  expect(stored).toMatchObject({ ...red16, small: red16 })
  await chooseFile(dialog, 'still.gif', 'image/gif', makeGif([red]))
  await expect(preview(dialog)).not.toHaveAttribute('src', stored.url)
  await expect(note).toBeHidden()
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
