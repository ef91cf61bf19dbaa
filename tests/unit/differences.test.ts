import { describe, expect, test } from 'vitest'
import {
  differencesSince,
  loggedDifferences,
} from '../../src/features/community/find-differences.ts'

const current = {
  name: 'Sunrise Swimmers',
  description: 'At dawn.',
  host_name: '',
  host_intro: '',
  location: 'Bali',
  requested_place: null,
  category: 'Sports',
  languages: ['de', 'en'],
  whatsapp_link: 'https://chat.whatsapp.com/abcdefghij0123456789AB',
  join_type: 'request',
  member_count: 12,
  image_url: 'https://images.unsplash.com/photo-1',
  groups: ['Deep', 'Shallow'],
} satisfies Parameters<typeof differencesSince>[1]

describe('the differences since a rejection', () => {
  test('name each changed field, with one line per group', () => {
    const rejected = {
      ...current,
      name: 'Swimmers',
      join_type: 'open',
      member_count: 9,
      groups: ['Deep'],
    }
    const differences = differencesSince(rejected, current)
    expect(differences.map(({ label, before, after }) => [label, before, after])).toEqual([
      ['Name', 'Swimmers', 'Sunrise Swimmers'],
      ['Member count', '9', '12'],
      ['Join type', 'Open', 'Request to Join'],
      ['WhatsApp groups', 'Deep', 'Deep\nShallow'],
    ])
    expect(differences[0]).toMatchObject({ field: 'name', isImage: false })
  })

  test('show a requested place, and languages by name', () => {
    const rejected = { ...current, location: null, requested_place: 'Ubud', languages: ['de'] }
    expect(differencesSince(rejected, current)).toMatchObject([
      { label: 'Location', before: '', after: 'Bali' },
      { label: 'Requested place', before: 'Ubud', after: '' },
      { label: 'Languages', before: 'German', after: 'German, English' },
    ])
  })

  test('omit equal fields, and fields that the rejected version lacks', () => {
    expect(differencesSince(current, current)).toEqual([])
    expect(differencesSince({ rejection_reason: 'No.' }, current)).toEqual([])
    expect(differencesSince(null, current)).toEqual([])
  })
})

test('the differences of an audit log entry include the fields of both sides, and mark images', () => {
  expect(loggedDifferences({ credits: 3 }, { credits: 8, is_admin: true })).toMatchObject([
    { label: 'credits', before: '3', after: '8' },
    { label: 'is admin', before: '', after: 'yes' },
  ])
  expect(loggedDifferences({ image_url: 'a' }, { image_url: 'b' })[0]?.isImage).toBe(true)
})
