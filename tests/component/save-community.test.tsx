import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Community } from '../../src/communities/fields.ts'
import {
  communitySchema,
  type CommunityInput,
} from '../../src/communities/form/community-schema.ts'
import { type CommunitySave, saveCommunity } from '../../src/communities/form/save-community.ts'
import { createCommunity, filledForm, readCommunity } from '../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import { readGroupNames } from './community-dialog-app.tsx'
import { countRequests, loseResponses } from './requests.ts'
import { storeSession } from './session/app.tsx'

const schema = communitySchema({
  projectUrl: inject('supabaseUrl'),
  isNew: false,
  isDirectoryLive: false,
})

let owner: TestUser
beforeAll(async () => {
  owner = await createUser()
})
beforeEach(() => storeSession(owner))

const edit = (community: Community, changes: Partial<CommunityInput> = {}) =>
  schema.parse(filledForm({ whatsapp_link: community.whatsapp_link, ...changes }))

const group = (name: string) => ({ id: crypto.randomUUID(), name, description: '' })

/** Saves a community and returns the names reported as stored. */
async function save(changes: Partial<CommunitySave> & Pick<CommunitySave, 'id' | 'values'>) {
  const stored: string[] = []
  await saveCommunity({
    base: null,
    role: 'owner',
    overwrite: false,
    savedGroups: [],
    onCommunitySaved: ({ name }) => stored.push(name),
    onGroupSaved: ({ name }) => stored.push(name),
    ...changes,
  })
  return stored
}

describe('a new community', () => {
  const values = (changes: Partial<CommunityInput> = {}) => schema.parse(filledForm(changes))

  test('is stored before its groups', async () => {
    const id = crypto.randomUUID()
    const groups = [group('Hikes'), group('Trips')]
    const stored = await save({ id, values: values({ name: 'Walkers', groups }) })
    expect(stored).toEqual(['Walkers', 'Hikes', 'Trips'])
    expect(await readCommunity(id)).toMatchObject({ name: 'Walkers', status: 'pending' })
    expect(await readGroupNames(id)).toEqual(['Hikes', 'Trips'])
  })

  describe('whose first response is lost', () => {
    const sendAndLose = async (changes: Partial<CommunityInput> = {}) => {
      const id = crypto.randomUUID()
      const sent = values({ name: 'First', groups: [group('Hikes')], ...changes })
      const lost = loseResponses(/rest\/v1\/communities/)
      await expect(save({ id, values: sent })).rejects.toMatchObject({ code: 'unreachable' })
      lost.restore()
      return { id, sent, before: await readCommunity(id) }
    }

    test('is reported as saved by the second attempt, which changes nothing but adds the groups', async () => {
      const { id, sent, before } = await sendAndLose()
      expect(await save({ id, values: sent })).toEqual(['First', 'Hikes'])
      expect(await save({ id, values: sent })).toEqual(['First', 'Hikes'])
      const { groups_updated_at: _groups, ...stored } = before
      expect(await readCommunity(id)).toMatchObject(stored)
      expect(await readGroupNames(id)).toEqual(['Hikes'])
    })

    test('is reported as saved if it has been approved or its place retired since', async () => {
      const { id: placeId, name: location } = (
        await createSecretClient()
          .from('places')
          .insert({
            name: `Retired ${crypto.randomUUID()}`,
            country: 'Peru',
            country_code: 'PE',
            latitude: 0,
            longitude: 0,
          })
          .select('id, name')
          .single()
          .throwOnError()
      ).data
      const { id, sent } = await sendAndLose({ location, groups: [] })
      const secret = createSecretClient()
      await secret.from('communities').update({ status: 'approved' }).eq('id', id).throwOnError()
      await secret.from('places').update({ is_active: false }).eq('id', placeId).throwOnError()
      const before = await readCommunity(id)
      expect(await save({ id, values: sent })).toEqual(['First'])
      expect(await readCommunity(id)).toEqual(before)
    })

    test.each([
      ['a different name', { name: 'Second' }],
      ['another link, as a second tab', { whatsapp_link: filledForm().whatsapp_link }],
      ['a group less', { groups: [] }],
    ])('refuses %s, and changes nothing', async (_what, changes) => {
      const { id, sent } = await sendAndLose()
      await save({ id, values: sent })
      const before = await readCommunity(id)
      await expect(save({ id, values: { ...sent, ...changes } })).rejects.toThrow(
        'You have already submitted this community, with other details.',
      )
      expect(await readCommunity(id)).toEqual(before)
      expect(await readGroupNames(id)).toEqual(['Hikes'])
    })
  })
})

describe('an edit', () => {
  test('of an older version fails, and saves no group', async () => {
    const base = await createCommunity(owner)
    await owner.client.from('communities').update({ name: 'Newer' }).eq('id', base.id)
    const values = edit(base, { name: 'Older', groups: [group('Hikes')] })
    await expect(save({ id: base.id, base, values })).rejects.toMatchObject({ code: 'PT412' })
    expect(await readCommunity(base.id)).toMatchObject({ name: 'Newer' })
    expect(await readGroupNames(base.id)).toEqual([])
  })

  test('of an older version is saved if it may overwrite', async () => {
    const base = await createCommunity(owner)
    await owner.client.from('communities').update({ name: 'Newer' }).eq('id', base.id)
    await save({ id: base.id, base, values: edit(base, { name: 'Older' }), overwrite: true })
    expect(await readCommunity(base.id)).toMatchObject({ name: 'Older' })
  })

  test.each([
    ['pending', (row: Community) => row.name],
    ['approved', ({ held_changes }: Community) => Reflect.get(Object(held_changes), 'name')],
  ] as const)(
    'of a %s community succeeds when an earlier attempt was stored but its response was lost',
    async (status, readName) => {
      const base = await createCommunity(owner, { status })
      const values = edit(base, { name: 'Saved before' })
      const lost = loseResponses(/rest\/v1\/communities/)
      const first = save({ id: base.id, base, values })
      await expect(first).rejects.toMatchObject({ code: 'unreachable' })
      lost.restore()
      await save({ id: base.id, base, values })
      expect(readName(await readCommunity(base.id))).toBe('Saved before')
    },
  )

  test("by an admin keeps the owner's held changes", async () => {
    const community = await createCommunity(owner, { status: 'approved' })
    await owner.client.from('communities').update({ name: 'Held' }).eq('id', community.id)
    const base = await readCommunity(community.id)
    await storeSession(await createUser({ admin: true }))
    const values = edit(base, { name: base.name, member_count: '99' })
    await save({ id: base.id, base, role: 'admin', values })
    expect(await readCommunity(base.id)).toMatchObject({
      member_count: 99,
      held_changes: { name: 'Held' },
    })
  })

  test('that requests a place keeps the location only if the community is approved', async () => {
    for (const [status, location] of [
      ['approved', 'Cape Town'],
      ['pending', null],
    ] as const) {
      const base = await createCommunity(owner, { status })
      const values = edit(base, { location: '', requested_place: 'Lisbon, Portugal' })
      const lost = loseResponses(/rest\/v1\/communities/)
      await expect(save({ id: base.id, base, values })).rejects.toMatchObject({
        code: 'unreachable',
      })
      lost.restore()
      await save({ id: base.id, base, values })
      expect(await readCommunity(base.id)).toMatchObject({
        status,
        location,
        requested_place: 'Lisbon, Portugal',
      })
    }
  })

  test('of a community that was deleted fails', async () => {
    const base = await createCommunity(owner)
    await owner.client.from('communities').delete().eq('id', base.id)
    await expect(save({ id: base.id, base, values: edit(base) })).rejects.toThrow(
      /no longer exists/,
    )
  })
})

describe('groups', () => {
  test('that have not changed are not saved again', async () => {
    const base = await createCommunity(owner)
    const [unchanged, renamed] = [group('Hikes'), group('Trips')]
    const requests = countRequests(/community_groups/)
    const stored = await save({
      id: base.id,
      base,
      values: edit(base, { groups: [unchanged, { ...renamed, name: 'Journeys' }] }),
      savedGroups: [unchanged, renamed],
    })
    expect(stored.slice(1)).toEqual(['Journeys'])
    expect(requests.count()).toBe(1)
    requests.restore()
  })

  test('that were renamed are added again if another session deleted them', async () => {
    const base = await createCommunity(owner)
    const renamed = group('Trips')
    const values = edit(base, { groups: [{ ...renamed, name: 'Journeys' }] })
    await save({ id: base.id, base, values, savedGroups: [renamed] })
    expect(await readGroupNames(base.id)).toEqual(['Journeys'])
  })

  test('are stored once, with their latest names, when a response is lost', async () => {
    const base = await createCommunity(owner)
    const added = group('Trips')
    const lost = loseResponses(/community_groups/)
    const values = edit(base, { groups: [added] })
    await expect(save({ id: base.id, base, values })).rejects.toMatchObject({ code: 'unreachable' })
    lost.restore()
    const renamed = edit(base, { groups: [{ ...added, name: 'Journeys' }] })
    await save({ id: base.id, base: await readCommunity(base.id), values: renamed })
    expect(await readGroupNames(base.id)).toEqual(['Journeys'])
  })
})

test('nothing is sent without a session', async () => {
  const base = await createCommunity(owner)
  localStorage.clear()
  const requests = countRequests(/rest\/v1/)
  const saving = save({ id: base.id, base, values: edit(base, { name: 'Too late' }) })
  await expect(saving).rejects.toThrow('Your session has ended.')
  expect(requests.count()).toBe(0)
  requests.restore()
  const { data } = await createSecretClient().from('communities').select('name').eq('id', base.id)
  expect(data).toEqual([{ name: base.name }])
})
