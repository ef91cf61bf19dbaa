import { describe, expect, test } from 'vitest'
import {
  getCommunityUrl,
  getViewUrl,
  noFilter,
  readView,
} from '../../src/features/directory/directory-view.ts'

const read = (url: string) => readView(new URL(url, 'http://localhost').searchParams)

describe('the URL of the directory', () => {
  test.each([
    '/communities',
    '/communities?q=surf+%26+yoga&place=Z%C3%BCrich&category=Party+%26+Events&join=request&language=de&sort=name&near=me&view=map&filters=open',
    '/communities?community=7d7f9b7e-0000-4000-8000-000000000000&place=Bali',
  ])('round-trips through a view: %s', (url) => {
    expect(getViewUrl(read(url))).toBe(url)
  })

  test('omits default values', () => {
    expect(getViewUrl({ ...noFilter, sort: 'newest', community: null })).toBe('/communities')
    expect(getViewUrl({ search: 'surf', sort: 'best' })).toBe('/communities?q=surf')
    expect(getViewUrl({ search: 'surf', sort: 'newest' })).toBe('/communities?q=surf&sort=newest')
  })

  test('keeps the order that earlier releases called members', () => {
    expect(getViewUrl(read('/communities?place=Bali&sort=members'))).toBe(
      '/communities?place=Bali&sort=joined',
    )
  })

  test('falls back to the defaults for invalid values', () => {
    const url =
      '/communities?place=++&category=sports&join=1&language=German&sort=-id&q=++&view=list&near=47.4'
    expect(read(url)).toEqual({
      ...noFilter,
      sort: null,
      community: null,
      map: false,
      near: false,
      filters: false,
    })
    expect(read('/communities?sort=best').sort).toBeNull()
    expect(read(`/communities?q=${'x'.repeat(200)}`).search).toHaveLength(100)
    expect(read(`/communities?place=${'x'.repeat(200)}`).location).toHaveLength(100)
  })

  test('of a community includes its place', () => {
    expect(getCommunityUrl({ id: 'abc', location: 'Koh Phangan' })).toBe(
      '/communities?community=abc&place=Koh+Phangan',
    )
  })
})
