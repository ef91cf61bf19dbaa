import { expect, test } from 'vitest'
import { createCommunity, newCommunity } from '../support/communities.ts'
import { createSecretClient, createUser } from '../support/users.ts'
import { type Answer, codeOf, sendAs } from './refusals.ts'

/* Texts that no field may store. clean-texts.test.ts tries invisible characters in every column. */

const [owner, admin] = await Promise.all([createUser(), createUser({ admin: true })])
const own = await createCommunity(owner)

async function readAll() {
  const secret = createSecretClient()
  const [profile, communities, groups] = await Promise.all([
    secret.from('profiles').select('*').eq('id', owner.id).throwOnError(),
    secret.from('communities').select('*').eq('owner_id', owner.id).order('id').throwOnError(),
    secret.from('community_groups').select('*').eq('community_id', own.id).throwOnError(),
  ])
  return [profile.data, communities.data, groups.data]
}

/** A text field, how to save it, and the code of its refusal. */
type Field = [name: string, save: (value: string) => PromiseLike<Answer>, code: string]

const ofCommunity = (name: string, code = '23514'): Field => [
  `communities.${name}`,
  (value) => sendAs(owner, 'POST', 'communities', { ...newCommunity(), [name]: value }),
  code,
]
const ofGroup = (name: string): Field => [
  `community_groups.${name}`,
  (value) => {
    const row = { community_id: own.id, name: 'Group', [name]: value }
    return sendAs(owner, 'POST', 'community_groups', row)
  },
  '23514',
]
const ofProfile = (name: string, code = '23514'): Field => [
  `profiles.${name}`,
  (value) => {
    const change = { [name]: name === 'interests' ? [value] : value }
    return sendAs(owner, 'PATCH', `profiles?id=eq.${owner.id}`, change)
  },
  code,
]

const fields: Field[] = [
  ofCommunity('name'),
  ofCommunity('description'),
  ofCommunity('location', 'PT400'),
  ofCommunity('category', '22P02'),
  ofCommunity('whatsapp_link'),
  ofCommunity('image_url', 'PT400'),
  ofGroup('name'),
  ofGroup('description'),
  ofProfile('name'),
  ofProfile('email'),
  ofProfile('phone', 'PT400'),
  ofProfile('address'),
  ofProfile('country'),
  ofProfile('interests'),
  [
    'communities.rejection_reason',
    (value) => {
      const change = { status: 'rejected', rejection_reason: value }
      return sendAs(admin, 'PATCH', `communities?id=eq.${own.id}`, change)
    },
    '23514',
  ],
]

test('a text with a megabyte is refused in every field at once', async () => {
  const before = await readAll()
  for (const [name, save, code] of fields) {
    const durations: number[] = []
    const refuse = async () => {
      const start = performance.now()
      expect([name, codeOf(await save('x'.repeat(1_000_000)))]).toEqual([name, code])
      durations.push(performance.now() - start)
    }
    await refuse()
    // Other work may have delayed it. Each try must be refused.
    if (durations.some((duration) => duration > 1500)) await refuse()
    // Cleaning it would take two to twelve seconds.
    expect([name, Math.min(...durations) < 1500]).toEqual([name, true])
  }
  expect(await readAll()).toEqual(before)
})

test('a text of only invisible characters is refused', async () => {
  const before = await readAll()
  // Spaces, marks of the text direction, joiners, fillers, variation selectors and tags.
  const invisible =
    '\u200B\u200F\u061C\u2060\u00AD\u2800\u3164\u115F\u1160\uFFA0\uFE0F\u{E0100}\u{E0041}\u{E007F}\u3000 \u00A0'
  const names = fields.filter(([name]) => /name$|communities.description/.test(name))
  for (const [name, save] of names)
    expect([name, codeOf(await save(invisible))]).toEqual([name, '23514'])
  expect(await readAll()).toEqual(before)
})
