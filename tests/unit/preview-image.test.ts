import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { readPageLimit } from '../../scripts/build/prerender/communities.ts'
import { getPreviewImage } from '../../scripts/build/prerender/preview-image.ts'
import { stockPhoto } from '../../src/communities/images/image-urls.ts'
import { listen } from '../../supabase/local/listen.ts'

const photo = readFileSync('tests/fixtures/phone-photo.jpg')
const ranges: (string | undefined)[] = []
const server = await listen()
server.serve(({ url, headers }, response) => {
  ranges.push(headers.range)
  if (url === '/photo.jpg') response.end(photo)
  else response.writeHead(404).end('Not found')
})
afterAll(server.close)

test('a stock photo is cropped to the shape of link previews', async () => {
  const image = await getPreviewImage({ name: 'Kites', image_url: stockPhoto('Sports') })
  expect(image).toEqual({
    url: 'https://images.unsplash.com/photo-1461896836934-ffe607ba8211?w=1200&h=630&fit=crop&fm=jpg&q=70',
    size: { width: 1200, height: 630 },
    alt: 'Image of Kites',
  })
})

test('an uploaded image has the size in its header, of which only the beginning is requested', async () => {
  const url = `${server.url}/photo.jpg`
  expect(await getPreviewImage({ name: 'Kites', image_url: url })).toEqual({
    url,
    size: { width: 2400, height: 1600 },
    alt: 'Image of Kites',
  })
  expect(ranges).toContain('bytes=0-16383')
})

test.each(['/missing.jpg', ':1/refused.jpg'])(
  'an image that cannot be read has no size: %s',
  async (path) => {
    const url = path.startsWith(':') ? `http://127.0.0.1${path}` : server.url + path
    const image = await getPreviewImage({ name: 'Kites', image_url: url })
    expect(image).toEqual({ url, size: undefined, alt: 'Image of Kites' })
  },
)

test('the number of pages is limited', () => {
  expect(readPageLimit('')).toBe(20_000)
  expect(readPageLimit('500')).toBe(500)
  expect(() => readPageLimit('many')).toThrow('COMMUNITY_PAGES is not a number: many')
})
