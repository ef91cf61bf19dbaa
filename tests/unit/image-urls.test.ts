import { describe, expect, test } from 'vitest'
import {
  isAllowedImageUrl,
  isStockPhoto,
  stockPhoto,
  thumbnail,
} from '../../src/communities/images/image-urls.ts'
import { allCategories } from '../../src/communities/vocabulary.ts'

const project = 'https://project.example'
const folder = `${project}/storage/v1/object/public/community-images/3f2504e0-4f89-41d3-9a0c-0305e82c3301`

test('every category has its own stock photo, and that of Exploration is the default', () => {
  const photos = allCategories.map(stockPhoto)
  expect(photos.filter(isStockPhoto)).toEqual(photos)
  expect(photos.filter((url) => isAllowedImageUrl(url, project))).toEqual(photos)
  expect(new Set(photos).size).toBe(allCategories.length)
  expect(stockPhoto()).toBe(stockPhoto('Exploration'))
})

describe('an image URL', () => {
  test.each([`${folder}/1700000000000-compressed.jpg`, `${folder}/1700000000000-compressed.png`])(
    '%s is allowed',
    (url) => expect(isAllowedImageUrl(url, project)).toBe(true),
  )

  test.each([
    '',
    'image',
    'https://evil.example/photo.jpg',
    'https://images.unsplash.com@evil.example/photo-1',
    'http://images.unsplash.com/photo-1',
    'https://images.unsplash.com/photo-1"onerror',
    'javascript:alert(1)',
    `${folder}/image.jpg`,
    `${folder}/1700000000000-compressed.svg`,
    `${folder}/../1700000000000-compressed.jpg`,
    folder.replace('project', 'other') + '/1700000000000-compressed.jpg',
    `https://images.unsplash.com/photo-${'1'.repeat(500)}`,
  ])('%s is not allowed', (url) => expect(isAllowedImageUrl(url, project)).toBe(false))
})

test('a thumbnail is a smaller stock photo, or the same stored image', () => {
  expect(thumbnail(stockPhoto('Sports'), 240)).toMatch(
    /photo-1461896836934-ffe607ba8211\?w=240&q=80/,
  )
  const own = 'https://project.example/storage/v1/object/public/community-images/a/1-compressed.jpg'
  expect(thumbnail(own, 240)).toBe(own)
})
