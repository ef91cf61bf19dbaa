import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Community } from '../../src/features/community/fields.ts'
import {
  communitySchema,
  type CommunityInput,
} from '../../src/features/listing/community-schema.ts'
import { type CommunitySave, saveCommunity } from '../../src/features/listing/useSaveCommunity.ts'
import {
  createCommunity,
  filledForm,
  newInviteLink,
  readCommunity,
} from '../support/communities.ts'
import { createSecretClient, createUser, type TestUser } from '../support/users.ts'
import { readGroupNames } from './community-dialog-app.tsx'
import { loseResponses } from './requests.ts'
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

describe('a new community whose first response is lost', () => {
  const sendAndLose = async (changes: Partial<CommunityInput> = {}) => {
    const id = crypto.randomUUID()
    const sent = schema.parse(filledForm({ name: 'First', groups: [group('Hikes')], ...changes }))
    const lost = loseResponses(/rest\/v1\/communities/)
    await expect(save({ id, values: sent })).rejects.toMatchObject({ code: 'unreachable' })
    lost.restore()
    return { id, sent, before: await readCommunity(id) }
  }

  test('is reported as saved by the second attempt, which adds only the groups, but refuses other details', async () => {
    const { id, sent, before } = await sendAndLose()
    expect(await save({ id, values: sent })).toEqual(['First', 'Hikes'])
    expect(await save({ id, values: sent })).toEqual(['First', 'Hikes'])
    for (const changes of [
      { name: 'Second' },
      // As a second tab.
      { whatsapp_link: newInviteLink() },
      { groups: [] },
    ]) {
      await expect(save({ id, values: { ...sent, ...changes } })).rejects.toThrow(
        'You have already submitted this community, with other details.',
      )
    }
    const { groups_updated_at: _groups, ...stored } = before
    expect(await readCommunity(id)).toMatchObject(stored)
    expect(await readGroupNames(id)).toEqual(['Hikes'])
    await save({ id, values: { ...sent, name: 'Second' }, base: before, overwrite: true })
    expect(await readCommunity(id)).toMatchObject({ name: 'Second' })
  })

  test('is reported as saved if it has been approved or its place retired since', async () => {
    const secret = createSecretClient()
    const location = `Retired ${crypto.randomUUID()}`
    await secret
      .from('places')
      .insert({ name: location, country: 'Peru', country_code: 'PE', latitude: 0, longitude: 0 })
      .throwOnError()
    const { id, sent } = await sendAndLose({ location, groups: [] })
    await secret.from('communities').update({ status: 'approved' }).eq('id', id).throwOnError()
    await secret.from('places').update({ is_active: false }).eq('name', location).throwOnError()
    const before = await readCommunity(id)
    expect(await save({ id, values: sent })).toEqual(['First'])
    expect(await readCommunity(id)).toEqual(before)
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

  test.each([
    ['pending', { name: 'New', location: null, held_changes: null }],
    ['approved', { location: 'Cape Town', held_changes: { name: 'New' } }],
  ] as const)(
    'of a %s community that requests a place succeeds when its first response was lost',
    async (status, expected) => {
      const base = await createCommunity(owner, { status })
      const requested_place = 'Lisbon, Portugal'
      const values = edit(base, { name: 'New', location: '', requested_place })
      const lost = loseResponses(/rest\/v1\/communities/)
      const first = save({ id: base.id, base, values })
      await expect(first).rejects.toMatchObject({ code: 'unreachable' })
      lost.restore()
      await save({ id: base.id, base, values })
      const stored = await readCommunity(base.id)
      expect(stored).toMatchObject({ status, requested_place, ...expected })
    },
  )
})

describe('groups', () => {
  test('are saved only if they were renamed, even if another session deleted them', async () => {
    const base = await createCommunity(owner)
    const [unchanged, renamed] = [group('Hikes'), group('Trips')]
    const stored = await save({
      id: base.id,
      base,
      values: edit(base, { groups: [unchanged, { ...renamed, name: 'Journeys' }] }),
      savedGroups: [unchanged, renamed],
    })
    expect(stored.slice(1)).toEqual(['Journeys'])
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
