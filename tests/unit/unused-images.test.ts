import { expect, test } from 'vitest'
import { unusedImages } from '../../src/communities/images/unused-images.ts'

const now = 1_800_000_000_000
const minute = 60_000
const named = (minutesAgo: number) => `${now - minutesAgo * minute}-compressed.jpg`
const url = (name: string) => `https://project.example/community-images/owner/${name}`

const [live, held, draft, fresh, old, unwanted] = [90, 91, 92, 5, 93, 6].map(named)

test('only what nothing shows is unused, and fresh files are left alone unless abandoned', () => {
  const names = [live, held, draft, fresh, old, unwanted].map(String)
  expect(
    unusedImages({
      names,
      inUse: [live, held, draft].map((name) => url(String(name))),
      abandoned: [url(String(unwanted))],
      now,
    }),
  ).toEqual([old, unwanted])
})

test('an abandoned image that a community shows after all is kept', () => {
  const name = named(2)
  expect(unusedImages({ names: [name], inUse: [url(name)], abandoned: [url(name)], now })).toEqual(
    [],
  )
})

test('files with other names are not ours to remove', () => {
  expect(
    unusedImages({
      names: ['.emptyFolderPlaceholder', 'notes.txt'],
      inUse: ['', 'https://images.unsplash.com/photo-1'],
      abandoned: [],
      now,
    }),
  ).toEqual([])
})
