import { expect, test } from 'vitest'
import { isStockPhoto, stockPhoto, thumbnail } from '../../src/communities/images/stock-photos.ts'
import { allCategories } from '../../src/communities/vocabulary.ts'

const own =
  'https://project.example/storage/v1/object/public/community-images/3f2504e0-4f89-41d3-9a0c-0305e82c3301/1700000000000-compressed.jpg'

test('every category has its own stock photo, and that of Exploration is the default', () => {
  const photos = allCategories.map(stockPhoto)
  expect(photos.filter(isStockPhoto)).toEqual(photos)
  expect(new Set(photos).size).toBe(allCategories.length)
  expect(stockPhoto()).toBe(stockPhoto('Exploration'))
})

test('a thumbnail is a smaller stock photo, or the same stored image', () => {
  expect(thumbnail(stockPhoto('Sports'), 240)).toMatch(
    /photo-1461896836934-ffe607ba8211\?w=240&q=80/,
  )
  expect(thumbnail(own, 240)).toBe(own)
})
