import { inject, expect, test, beforeAll, describe } from 'vitest'
import {
  type CommunityInput,
  communitySchema,
  maxLength,
  maxMemberCount,
} from '../../src/communities/form/community-schema.ts'
import { languageCodes } from '../../src/communities/form/language-codes.ts'
import { stockPhoto } from '../../src/communities/images/image-urls.ts'
import { allCategories } from '../../src/communities/vocabulary.ts'
import { filledForm, newInviteLink } from '../support/communities.ts'
import { createUser, type TestUser } from '../support/users.ts'

const schema = communitySchema({
  projectUrl: inject('supabaseUrl'),
  isNew: true,
  isDirectoryLive: false,
})

let admin: TestUser
beforeAll(async () => {
  admin = await createUser({ admin: true })
})

/** Inserts a community without the form's normalization; returns the error code or 'stored'. */
async function insert(input: CommunityInput) {
  const { groups: _groups, may_publish: _may, ...columns } = schema.parse(filledForm({}))
  const { name, description, requested_place, whatsapp_link, image_url } = input
  const texts = { name, description, whatsapp_link, image_url }
  const { error } = await admin.client.from('communities').insert({
    ...columns,
    ...texts,
    requested_place: requested_place || null,
    languages: input.languages.split(',').filter(Boolean),
    member_count: Number(input.member_count),
  })
  return error?.code ?? 'stored'
}

describe('the form and the database enforce the same rules', () => {
  test.each<[string, Partial<CommunityInput>]>([
    ['the longest name', { name: '🌊'.repeat(maxLength.name) }],
    [
      'the longest description',
      { description: 'é\n'.repeat(maxLength.description / 2 - 1) + 'xy' },
    ],
    ['the highest count', { member_count: String(maxMemberCount) }],
    ['the lowest count', { member_count: '0' }],
    ['the longest requested place', { requested_place: '🌊'.repeat(maxLength.place) }],
    ['three languages', { languages: 'de,en,fr' }],
    [
      'an unusual channel',
      { whatsapp_link: `https://whatsapp.com/channel/${crypto.randomUUID().slice(0, 8)}` },
    ],
  ])('%s is accepted by both', async (_case, changes) => {
    const input = filledForm(changes)
    expect(schema.safeParse(input).success).toBe(true)
    expect(await insert(input)).toBe('stored')
  })

  test.each<[string, Partial<CommunityInput>]>([
    ['a name too long', { name: '🌊'.repeat(maxLength.name + 1) }],
    ['an empty name', { name: ' ' }],
    ['a description too long', { description: 'x'.repeat(maxLength.description + 1) }],
    ['an empty description', { description: '\n' }],
    ['a count too high', { member_count: String(maxMemberCount + 1) }],
    ['a count below 0', { member_count: '-1' }],
    ['a requested place too long', { requested_place: '🌊'.repeat(maxLength.place + 1) }],
    ['four languages', { languages: 'de,en,fr,es' }],
    ['a link of another host', { whatsapp_link: 'https://chat.whatsapp.com.evil.example/a' }],
    ['a code too long', { whatsapp_link: `${newInviteLink()}x` }],
    ['a channel too short', { whatsapp_link: 'https://whatsapp.com/channel/0029' }],
    ['an image of another host', { image_url: 'https://evil.example/photo-1' }],
    ['a stock photo URL with markup', { image_url: 'https://images.unsplash.com/photo-1?a=<b>' }],
  ])('%s is rejected by both', async (_case, changes) => {
    const input = filledForm(changes)
    expect(schema.safeParse(input).success).toBe(false)
    expect(await insert(input)).toMatch(/^(23514|PT400)$/)
  })

  test('every language and category with its stock photo is accepted', async () => {
    const languages = Array.from({ length: Math.ceil(languageCodes.length / 3) }, (_, index) =>
      languageCodes.slice(index * 3, index * 3 + 3).join(','),
    )
    const inputs = [
      ...languages.map((three) => filledForm({ languages: three })),
      ...allCategories.map((category) => filledForm({ category, image_url: stockPhoto(category) })),
    ]
    const rows = inputs.map((input) => {
      const { groups: _groups, may_publish: _may, ...columns } = schema.parse(input)
      return columns
    })
    const { error } = await admin.client.from('communities').insert(rows)
    expect(error).toBeNull()
  })
})
