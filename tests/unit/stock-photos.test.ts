import { expect, test } from 'vitest'
import { getSmallUrl, isStockPhoto, stockPhoto } from '../../src/features/community/images.ts'
import { allCategories } from '../../src/features/community/vocabulary.ts'

const folder =
  'https://project.example/storage/v1/object/public/community-images/3f2504e0-4f89-41d3-9a0c-0305e82c3301'

test('every category has its own stock photo, and that of Exploration is the default', () => {
  const photos = allCategories.map(stockPhoto)
  expect(photos.filter(isStockPhoto)).toEqual(photos)
  expect(new Set(photos).size).toBe(allCategories.length)
  expect(stockPhoto()).toBe(stockPhoto('Exploration'))
})

test.each(['', '?w=1200&q=80', '?w=3000&w=5000&dpr=5', '?%77=5000', '?h=4000&fm=png'])(
  'a card requests a stock photo at 480 pixels whatever the parameters of its URL are: %s',
  (parameters) => {
    const photo = 'https://images.unsplash.com/photo-1461896836934-ffe607ba8211'
    const small = `${photo}?w=480&q=80&auto=format&fit=crop`
    expect(getSmallUrl(photo + parameters)).toBe(small)
    expect(getSmallUrl(photo + parameters, 240)).toBe(small.replace('480', '240'))
  },
)

test.each(['jpg', 'jpeg', 'png', 'gif'])('a card requests the small version of a %s', (type) => {
  const image = `${folder}/1700000000000-compressed.${type}`
  expect(getSmallUrl(image)).toBe(`${folder}/1700000000000-480.${type}`)
})
