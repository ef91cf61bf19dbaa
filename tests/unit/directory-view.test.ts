import { describe, expect, test } from 'vitest'
import {
  getCommunityUrl,
  getViewUrl,
  noFilter,
  readView,
} from '../../src/routes/directory/directory-view.ts'

const read = (address: string) => readView(new URL(address, 'http://localhost').searchParams)

describe('the address of the directory', () => {
  test.each([
    '/communities',
    '/communities?q=surf+%26+yoga&place=Z%C3%BCrich&category=Party+%26+Events&join=request&sort=name',
    '/communities?community=7d7f9b7e-0000-4000-8000-000000000000&place=Bali',
  ])('says what is shown, and nothing else: %s', (address) => {
    expect(getViewUrl(read(address))).toBe(address)
  })

  test('stays short: what is the default is left out', () => {
    expect(getViewUrl({ ...noFilter, sort: 'newest', community: null })).toBe('/communities')
  })

  test('may say anything: what it says wrongly is the default', () => {
    expect(read('/communities?place=Atlantis&category=sports&join=1&sort=-id&q=++')).toEqual({
      ...noFilter,
      sort: 'newest',
      community: null,
    })
    expect(read(`/communities?q=${'x'.repeat(200)}`).q).toHaveLength(100)
  })

  test('of a community names its place, for when it is not listed any more', () => {
    expect(getCommunityUrl({ id: 'abc', location: 'Koh Phangan' })).toBe(
      '/communities?community=abc&place=Koh+Phangan',
    )
  })
})
