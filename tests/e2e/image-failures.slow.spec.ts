import { copyFile, rm } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Locator, Route } from '@playwright/test'
import type { LocalSupabase } from '../../supabase/local/start.ts'
import { lucaId } from '../../tooling/journeys/demo-rows.ts'
import { makeGif } from '../support/make-gif.ts'
import { makeImage } from '../support/make-image.ts'
import { expect, test } from './fixtures.ts'
import { chooseFile, openCommunity, preview, readStoredImage } from './image-form.ts'

async function readFileNames(backend: LocalSupabase): Promise<string[]> {
  const { rows } = await backend.connection.driver.query<{ name: string }>(
    'select name from storage.objects where name like $1 order by name',
    [`${lucaId}/%`],
  )
  return rows.map(({ name }) => name)
}

test('a file that cannot be shown or uploaded is rejected with a reason, the current image stays, and another one can be dropped and pasted', async ({
  page,
  app,
  consoleErrors,
}) => {
  const dialog = await openCommunity(page)
  const good = await makeImage(page, { width: 600, height: 400 })
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
  expect((await readStoredImage(page, dialog)).small).toMatchObject({ width: 480, height: 320 })
  // The console reports only the simulated failures.
  const logged = consoleErrors.splice(0)
  expect(logged).not.toEqual([])
  expect(logged.filter((line) => !/400|413|500|ERR_CONNECTION_RESET/.test(line))).toEqual([])

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
  let shown = before ?? ''
  for (const [kind, target] of [
    ['drop', dialog.getByText('PNG, JPG, GIF up to 5MB')],
    ['paste', dialog.getByLabel('Current Member Count')],
  ] as const) {
    await add(kind, target)
    await expect(preview(dialog)).not.toHaveAttribute('src', shown)
    shown = (await preview(dialog).getAttribute('src')) ?? ''
  }
})

test('a file can be deleted once it was read, and chosen again if it was deleted before', async ({
  page,
}, testInfo) => {
  const path = testInfo.outputPath('photo.jpg')
  const chooseAgain = async () => {
    await copyFile('tests/fixtures/phone-photo.jpg', path)
    await dialog.locator('input[type=file]').setInputFiles(path)
  }
  await page.exposeFunction('deletePhoto', () => rm(path, { force: true }))
  await page.addInitScript(() => {
    const read = Reflect.get(Blob.prototype, 'arrayBuffer')
    let isFirst = true
    Blob.prototype.arrayBuffer = async function readAndDelete() {
      if (isFirst) await Reflect.get(window, 'deletePhoto')()
      isFirst = false
      const bytes = await read.call(this)
      await Reflect.get(window, 'deletePhoto')()
      return bytes
    }
  })
  const dialog = await openCommunity(page)
  await chooseAgain()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Could not load image. The file could not be read. Choose it again.',
  )
  await chooseAgain()
  expect(await readStoredImage(page, dialog)).toMatchObject({ width: 1200, height: 800 })
})

test('a browser that changes colors slightly is tolerated, and one that hides them is explained', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'Worker')
    const read = Reflect.get(CanvasRenderingContext2D.prototype, 'getImageData')
    CanvasRenderingContext2D.prototype.getImageData = function readNoise(...area) {
      const pixels = read.apply(this, area)
      pixels.data.forEach((value, index) => {
        pixels.data[index] = value + (Math.random() * 2 - 1) * Number(window.name || 3)
      })
      return pixels
    }
  })
  const dialog = await openCommunity(page)
  const choosePhoto = () =>
    dialog.locator('input[type=file]').setInputFiles('tests/fixtures/phone-photo.jpg')
  await choosePhoto()
  await expect(dialog.getByText(/^Image compressed to/)).toBeVisible()
  await page.evaluate(() => (window.name = '255'))
  await choosePhoto()
  await expect(
    dialog.getByText(/hides image data from this site. Allow it with the icon in the address bar/),
  ).toBeVisible()
})
