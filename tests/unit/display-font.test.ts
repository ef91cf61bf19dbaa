import { expect, test } from 'vitest'
import { displayFont } from '../../scripts/build/display-font.ts'
import tailwind from '../../tailwind.config.ts'

test('the font of headings is small, and declared under the names that the styles use', async () => {
  const { files, css, fallbackCss } = await displayFont()
  expect(files.map(({ source }) => source.toString('latin1', 0, 4))).toEqual(['wOF2', 'wOF2'])
  expect(files[0].source.length).toBeLessThan(35_000)
  const declared = [...(css + fallbackCss).matchAll(/font-family:"([^"]+)"/g)].map(
    ([, family]) => family,
  )
  expect(new Set(declared)).toEqual(
    new Set(tailwind.theme.extend.fontFamily.display.filter((name) => name !== 'serif')),
  )
})

test('no character is in both files of the font', async () => {
  const { files } = await displayFont()
  const characters = files.flatMap(({ range }) =>
    range.split(',').flatMap((part) => {
      const [first = 0, last = 0] = part
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    }),
  )
  expect(characters).toHaveLength(new Set(characters).size)
})
