import { expect, test } from 'vitest'
import { drawPoster } from '../../src/features/own-communities/poster.ts'

const link = 'https://waypost.example/communities/11111111-1111-4111-8111-111111111111/'
const linesOf = (name: string) =>
  [...drawPoster({ name, link }).matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)

test('a poster has the name, the address and the brand', () => {
  expect(linesOf('Kite Crew')).toEqual([
    'Kite Crew',
    'Scan to join us on WhatsApp',
    link.slice(8),
    'Waypost',
  ])
})

test('a name cannot add elements to the poster', () => {
  const svg = drawPoster({ name: '</text><script>alert("1")</script>&\u0000', link })
  expect(svg).not.toContain('<script')
  expect(svg).toContain('&lt;/text&gt;&lt;script&gt;')
  // oxlint-disable-next-line no-control-regex
  expect(svg).not.toMatch(/[\u0000-\u0008]/)
})

test('a long name is wrapped, also inside a word, and shortened', () => {
  const lines = linesOf(`Surfers of ${'x'.repeat(30)} ${'and friends '.repeat(20)}`)
  const name = lines.slice(0, -3)
  expect(name).toHaveLength(4)
  expect(name.at(-1)).toMatch(/…$/)
  for (const line of name) expect(line?.length).toBeLessThanOrEqual(23)
})
