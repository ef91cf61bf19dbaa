import type { Locator, Page } from '@playwright/test'
import { smallVersionOf } from '../../src/features/community/images.ts'
import { fillFirstSteps } from '../../tooling/journeys/fill-community.ts'
import { openAs } from '../../tooling/journeys/sign-in.ts'
import { expect } from './fixtures.ts'

/** Opens a new community as a demo owner. */
export async function openCommunity(page: Page): Promise<Locator> {
  await openAs(page, 'luca@example.com', '/?list=new')
  const dialog = page.getByRole('dialog', { name: 'List your community' })
  await fillFirstSteps(dialog, { name: 'With an image' })
  return dialog
}

export const chooseFile = (dialog: Locator, name: string, mimeType: string, buffer: Buffer) =>
  dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

export const preview = (dialog: Locator) => dialog.getByAltText('Preview of the community image')

/** Returns both versions of the stored image: see `readVersion`. */
export async function readStoredImage(page: Page, dialog: Locator, before = '') {
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
