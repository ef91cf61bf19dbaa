import { describe, expect, test } from 'vitest'
import {
  type CommunityInput,
  communitySchema,
  isAllowedImageUrl,
} from '../../src/features/listing/community-schema.ts'
import { filledForm } from '../support/communities.ts'

const options = { projectUrl: 'https://project.example', isNew: true, isDirectoryLive: false }
const schema = communitySchema(options)

const filled = filledForm({
  whatsapp_link: 'chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv?mode=ac_t',
})

/** Returns the error messages by field path. */
function errorsOf(changes: Partial<CommunityInput>, form = schema) {
  const result = form.safeParse({ ...filled, ...changes })
  if (result.success) return {}
  return Object.fromEntries(
    result.error.issues.map(({ path, message }) => [path.join('.'), message]),
  )
}

const value = (changes: Partial<CommunityInput>) => schema.parse({ ...filled, ...changes })

test('a completed form is converted to the values to save', () => {
  expect(schema.parse(filled)).toEqual({
    ...filled,
    languages: ['en'],
    member_count: 12,
    whatsapp_link: 'https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv',
  })
})

test('an empty form has an error for every field', () => {
  expect(
    errorsOf({
      name: ' ',
      description: '',
      location: '',
      category: '',
      whatsapp_link: '',
      image_url: '',
      groups: [{ id: '1', name: '', description: '' }],
      may_publish: false,
    }),
  ).toEqual({
    name: 'Please enter a name',
    description: 'Please enter a description',
    location: 'Please select a location',
    category: 'Please select a category',
    whatsapp_link: 'Please enter the WhatsApp link',
    image_url: 'Please upload an image',
    'groups.0.name': 'Please enter a group name',
    may_publish: 'Please confirm that you may publish this link',
  })
})

describe('a place', () => {
  test('is a location, a request or both', () => {
    expect(value({ location: 'Bali' })).toMatchObject({ location: 'Bali', requested_place: null })
    const requested = value({ location: '', requested_place: ' Lisbon,\tPortugal ' })
    expect(requested).toMatchObject({ location: null, requested_place: 'Lisbon, Portugal' })
    const both = { location: 'Bali', requested_place: 'Lisbon' }
    expect(value(both)).toMatchObject(both)
  })

  test('that is requested needs a name, even if there is a location', () => {
    const error = { requested_place: 'Please enter the place and country' }
    expect(errorsOf({ location: '', requested_place: '' })).toEqual(error)
    expect(errorsOf({ location: 'Bali', requested_place: '\u200B\n' })).toEqual(error)
  })
})

describe('languages', () => {
  test('are at most three known codes separated by commas, each saved once', () => {
    expect(value({ languages: 'de,en,de' }).languages).toEqual(['de', 'en'])
    expect(value({ languages: 'xx,de,DE,,Deutsch' }).languages).toEqual(['de'])
    expect(errorsOf({ languages: 'de,en,fr' })).toEqual({})
    expect(errorsOf({ languages: 'de,en,fr,es' })).toEqual({
      languages: 'Choose at most 3 languages',
    })
  })

  test('are required only for a new community in the open directory', () => {
    const newWhenLive = communitySchema({ ...options, isDirectoryLive: true })
    const editWhenLive = communitySchema({ ...options, isNew: false, isDirectoryLive: true })
    expect(errorsOf({ languages: '' })).toEqual({})
    expect(errorsOf({ languages: '' }, editWhenLive)).toEqual({})
    expect(errorsOf({ languages: 'xx' }, newWhenLive)).toEqual({
      languages: 'Please choose at least one language',
    })
  })
})

test.each([
  ['many', 0],
  ['1.5k members', 1500],
  ['10000000', 10_000_000],
])('a member count of %j counts as %i', (member_count, count) => {
  expect(value({ member_count }).member_count).toBe(count)
})

test.each([
  ['', 'Please enter the member count'],
  [' \u200B', 'Please enter the member count'],
  ['-1', 'The member count cannot be below 0'],
  ['1.5', 'Please enter a whole number'],
  ['10000001', 'Please enter at most 10,000,000'],
])('a member count of %j is rejected', (member_count, message) => {
  expect(errorsOf({ member_count })).toEqual({ member_count: message })
})

test.each([
  ['name', 100],
  ['location', 100],
  ['requested_place', 100],
  ['description', 2000],
] as const)('the limit of the %s counts code points, as in the database', (field, max) => {
  expect(errorsOf({ [field]: '🌊'.repeat(max) })).toEqual({})
  expect(errorsOf({ [field]: 'x'.repeat(max + 1) })).toEqual({
    [field]: `Use at most ${max.toLocaleString('en')} characters`,
  })
})

test('characters that the database rejects are removed, and do not fill in a required field', () => {
  const name = ' Sun\trise\r\nSwim\u202Emers\u0000\uD800 '
  expect(value({ name, description: 'One\r\n\u0007two\u2066' })).toMatchObject({
    name: 'Sun rise Swimmers',
    description: 'One\ntwo',
  })
  // Characters without a glyph, of which only some are removed.
  for (const invisible of ['\u200B\u202E', '\u3164', '\u2800 \u115F']) {
    expect(errorsOf({ name: invisible }).name).toBe('Please enter a name')
  }
})

test('an image of another host, and a link that is not an invite, are rejected', () => {
  const image_url = 'https://evil.example/a.jpg'
  expect(errorsOf({ image_url, whatsapp_link: 'https://wa.me/491701234567' })).toEqual({
    image_url: 'Invalid image URL',
    whatsapp_link: expect.stringContaining('private chat'),
  })
})

test('only a new community requires the consent to publish', () => {
  const edit = communitySchema({ ...options, isNew: false })
  expect(errorsOf({ may_publish: false }, edit)).toEqual({})
})

test('a stored image is allowed only from the storage of this project', () => {
  const project = 'https://project.example'
  const path =
    'storage/v1/object/public/community-images/3f2504e0-4f89-41d3-9a0c-0305e82c3301/1700000000000-compressed.jpg'
  const others = ['https://other.example', `${project}.evil.example`, `${project}@evil.example`]
  const [own, ...urls] = [project, ...others].map((host) => `${host}/${path}`)
  expect(urls.filter((url) => isAllowedImageUrl(url, project))).toEqual([])
  expect(isAllowedImageUrl(own ?? '', project)).toBe(true)
})
