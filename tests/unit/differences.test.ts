import { describe, expect, test } from 'vitest'
import { fieldLabel } from '../../src/communities/fields.ts'
import { differencesSince, loggedDifferences } from '../../src/communities/find-differences.ts'

const current = {
  name: 'Sunrise Swimmers',
  description: 'At dawn.',
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
  test('are empty if nothing changed', () => {
    expect(differencesSince(current, current)).toEqual([])
  })

  test('name each changed field, with one line per group', () => {
    const rejected = {
      ...current,
      name: 'Swimmers',
      join_type: 'open',
      member_count: 9,
      groups: ['Deep'],
    }
    expect(differencesSince(rejected, current)).toEqual([
      {
        field: 'name',
        label: 'Name',
        before: 'Swimmers',
        after: 'Sunrise Swimmers',
        isImage: false,
      },
      { field: 'member_count', label: 'Member count', before: '9', after: '12', isImage: false },
      {
        field: 'join_type',
        label: 'Join type',
        before: 'Open',
        after: 'Request to Join',
        isImage: false,
      },
      {
        field: 'groups',
        label: 'WhatsApp groups',
        before: 'Deep',
        after: 'Deep\nShallow',
        isImage: false,
      },
    ])
  })

  test('show a requested place, and languages by name', () => {
    const rejected = { ...current, location: null, requested_place: 'Ubud', languages: ['de'] }
    expect(differencesSince(rejected, current)).toMatchObject([
      { label: 'Location', before: '', after: 'Bali' },
      { label: 'Requested place', before: 'Ubud', after: '' },
      { label: 'Languages', before: 'German', after: 'German, English' },
    ])
  })

  test('omit fields that the rejected version lacks', () => {
    expect(differencesSince({ rejection_reason: 'No.' }, current)).toEqual([])
    expect(differencesSince(null, current)).toEqual([])
  })
})

describe('the differences of an audit log entry', () => {
  test('include the fields of both sides, and show missing values as empty', () => {
    expect(loggedDifferences({ credits: 3 }, { credits: 8, is_admin: true })).toMatchObject([
      { label: 'credits', before: '3', after: '8' },
      { label: 'is admin', before: '', after: 'yes' },
    ])
  })

  test('mark images', () => {
    expect(loggedDifferences({ image_url: 'a' }, { image_url: 'b' })[0]?.isImage).toBe(true)
  })
})

test('a field without a label shows its column name', () => {
  expect(fieldLabel('rejection_reason')).toBe('rejection reason')
})
