import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { TablesInsert } from '../../src/supabase/database.types.ts'
import {
  createApproved,
  createCommunity,
  newCommunity,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import {
  type TestUser,
  createSecretClient,
  createTestClient,
  createUser,
} from '../support/users.ts'

/* Places, and the communities in them. The directory of this backend is live. */

const secret = createSecretClient()
const visitor = createTestClient()
const [owner, admin] = await Promise.all([createUser(), createUser({ admin: true })])

/** Returns a word that no other test uses. Only letters, because the search splits some numbers. */
const newWord = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    String.fromCodePoint(97 + (byte % 26)),
  ).join('')

/** Returns a place with a name of its own. */
function newPlace(changes: Partial<TablesInsert<'places'>> = {}): TablesInsert<'places'> {
  const name = `San ${newWord()}`
  return {
    name,
    country: 'Mexico',
    country_code: 'MX',
    latitude: 19.4,
    longitude: -99.1,
    ...changes,
  }
}

async function addPlace(changes: Partial<TablesInsert<'places'>> = {}) {
  const { data } = await admin.client
    .from('places')
    .insert(newPlace(changes))
    .select()
    .single()
    .throwOnError()
  return data
}

const readPlace = async (id: string) =>
  (await secret.from('places').select().eq('id', id).maybeSingle().throwOnError()).data

const changePlace = (id: string, changes: object) =>
  admin.client.from('places').update(changes).eq('id', id).select().single().throwOnError()

async function merge(user: TestUser, merged_id: string, kept_id: string) {
  return (await user.client.rpc('merge_places', { merged_id, kept_id })).error
}

/** Lists an approved community in a place. */
const approveIn = (location: string, name = 'Quokka Watchers') =>
  createCommunity(owner, { location, name, status: 'approved' })

/** Lists a community as an owner does. */
const listIn = (location: string | null) =>
  owner.client.from('communities').insert(newCommunity({ location }))

async function find(args: { location?: string; search?: string }): Promise<string[]> {
  const { data } = await visitor
    .rpc('search_directory', { ...args, page_size: 48 }, { get: true })
    .throwOnError()
  return data.map(({ id }) => id)
}
const findIn = (location: string) => find({ location })
const search = (words: string) => find({ search: words })

const readLog = async (id: string) =>
  (
    await secret
      .from('audit_log')
      .select('action, subject, actor_id, before, after')
      .eq('subject_id', id)
      .order('id')
      .throwOnError()
  ).data

describe('a new place', () => {
  test('is added by an admin, chosen by an owner and found by visitors, on the map too', async () => {
    const { id, name } = await addPlace({ latitude: 19.43, longitude: -99.13 })
    const community = await approveIn(name)
    expect(await findIn(name)).toEqual([community.id])
    const { data } = await visitor.rpc('count_places', {}, { get: true }).throwOnError()
    expect(data.find((place) => place.name === name)).toEqual({
      name,
      country: 'Mexico',
      latitude: 19.43,
      longitude: -99.13,
      communities: 1,
      is_at_least: false,
    })
    expect(await readLog(id)).toMatchObject([
      { action: 'added', subject: 'place', actor_id: admin.id, after: { name } },
    ])
  })

  test('cannot be found by its id, of which visitors would type the first characters by chance', async () => {
    const { id, name } = await addPlace({ id: `8${randomUUID().slice(1)}` })
    const community = await approveIn(name)
    // Other communities may have words that are like these.
    for (const typed of [id, id.slice(0, 8), id.slice(0, 1)]) {
      expect([typed, await search(typed)]).toEqual([
        typed,
        expect.not.arrayContaining([community.id]),
      ])
    }
  })

  test('cannot have a name of another place, whatever its case and accents', async () => {
    const name = `Águas ${newWord()}`
    await addPlace({ name, alternative_names: [`${name} do Sul`] })
    for (const taken of [name, name.replace('Á', 'a').toUpperCase(), `${name}  DO sul`]) {
      for (const place of [{ name: taken }, { alternative_names: [taken] }]) {
        const { error } = await admin.client.from('places').insert(newPlace(place))
        expect(error).toMatchObject({
          code: 'PT409',
          message: `Another place already has this name: ${name}.`,
          details: 'name',
        })
      }
    }
  })

  test('with invalid values is refused', async () => {
    const refused: [code: string, values: object][] = [
      ['PT400', { name: '\u200E\n\u202E' }],
      ['PT400', { alternative_names: Array.from({ length: 101 }, (_, index) => `Name ${index}`) }],
      ['23514', { country: '' }],
      ['23514', { country_code: 'mx' }],
      ['23514', { latitude: 90.1 }],
      ['23514', { longitude: -180.5 }],
      // As null in JSON.
      ['23502', { longitude: Number.NaN }],
    ]
    const place = newPlace()
    for (const [code, values] of refused) {
      const { error } = await admin.client.from('places').insert({ ...place, ...values })
      expect([error?.code, values]).toEqual([code, values])
    }
    const { data } = await secret.from('places').select('id').eq('name', place.name)
    expect(data).toEqual([])
  })
})

test('a renamed place keeps its communities, their versions and its old URLs, and is logged once', async () => {
  const place = await addPlace()
  const community = await approveIn(place.name)
  const log = await readLog(community.id)
  const name = `Ciudad ${newWord()}`
  await changePlace(place.id, { name })

  const { updated_at } = community
  expect(await readCommunity(community.id)).toMatchObject({ location: name, updated_at })
  for (const one of [name, place.name]) {
    expect(await findIn(one)).toEqual([community.id])
    expect(await search(one)).toEqual([community.id])
  }
  const counts = await visitor.rpc('count_directory', { location: place.name }, { get: true })
  expect(counts.data).toMatchObject({ current_location: name })
  expect(await readLog(community.id)).toEqual(log)
  expect(await readLog(place.id)).toMatchObject([
    { action: 'added' },
    { action: 'edited', before: { name: place.name }, after: { name } },
  ])
  // A form with the old name saves the new one.
  expect((await createCommunity(owner, { location: place.name })).location).toBe(name)
  const { data } = await changePlace(place.id, { name: place.name })
  expect(data.alternative_names).toEqual([name])
})

test('an alternative name finds the place as a filter and as a word, and so does the country', async () => {
  const place = await addPlace({ country: 'Kingdom of Tonga', country_code: 'TO' })
  const { id } = await approveIn(place.name)
  await changePlace(place.id, { alternative_names: ['Nukuʻalofa', 'NKA'] })
  for (const words of ['nuku alofa', 'nka', 'tonga']) {
    expect([words, await search(words)]).toEqual([words, [id]])
  }
  expect(await findIn('nka')).toEqual([id])
  await changePlace(place.id, { alternative_names: [], country: 'Samoa' })
  expect(await search('nka')).toEqual([])
  expect(await search('samoa')).toEqual([id])
  const { data } = await admin.client.rpc('list_communities', { country: 'Samoa' }).throwOnError()
  expect(data.map((community) => community.id)).toEqual([id])
})

test('merged places are one, with all communities and names, and cannot be merged again', async () => {
  const [merged, kept] = [
    await addPlace({ alternative_names: ['Merida Centro'] }),
    await addPlace(),
  ]
  const [one, other] = [await approveIn(merged.name), await approveIn(kept.name)]
  const pending = await createCommunity(owner, { location: merged.name })
  expect(await merge(admin, merged.id, kept.id)).toBeNull()

  expect(await readPlace(merged.id)).toBeNull()
  for (const name of [kept.name, merged.name, 'merida centro']) {
    expect((await findIn(name)).toSorted()).toEqual([one.id, other.id].toSorted())
  }
  expect(await readCommunity(pending.id)).toMatchObject({
    location: kept.name,
    updated_at: pending.updated_at,
  })
  expect(await readLog(one.id)).toMatchObject([{ action: 'approved' }])
  expect(await readLog(kept.id)).toMatchObject([
    { action: 'added' },
    {
      action: 'merged',
      actor_id: admin.id,
      after: { alternative_names: [merged.name, 'Merida Centro'] },
    },
  ])
  for (const id of [merged.id, kept.id]) {
    expect(await merge(admin, id, kept.id)).toMatchObject({
      code: 'PT410',
      message: 'One of the places no longer exists. Reload the list.',
    })
  }
  expect(await readPlace(kept.id)).not.toBeNull()
})

describe('a retired place', () => {
  test('keeps its communities in the directory and editable, but takes no new ones', async () => {
    const place = await addPlace()
    const kept = await approveIn(place.name)
    const elsewhere = await createCommunity(owner)
    await changePlace(place.id, { is_active: false })

    const change = { location: place.name, member_count: 13 }
    expect((await updateCommunity(owner, kept.id, change)).data).toMatchObject([change])
    expect(await findIn(place.name)).toEqual([kept.id])

    const refused = {
      code: 'PT400',
      message: 'This place is no longer available. Please choose another one.',
      details: 'location',
    }
    expect((await listIn(place.name)).error).toMatchObject(refused)
    const moved = await updateCommunity(owner, elsewhere.id, { location: place.name })
    expect(moved.error).toMatchObject(refused)
    expect((await readCommunity(elsewhere.id)).location).toBe('Cape Town')
  })

  test('in use cannot be deleted, not even with the secret key', async () => {
    const { id, name } = await addPlace()
    await approveIn(name)
    const remove = (client: typeof secret) => client.from('places').delete().eq('id', id)
    expect((await remove(admin.client)).error?.code).toBe('42501')
    expect((await remove(secret)).error?.code).toBe('23503')
    expect(await readPlace(id)).not.toBeNull()
  })
})

test('a name without a letter or a digit can neither be given to a place nor finds one', async () => {
  const place = await addPlace()
  const places = () => admin.client.from('places')
  for (const name of ['!!!', '🌊', '\u00B7']) {
    const refused = { code: 'PT400', message: 'A name needs a letter or a digit.' }
    const other = newPlace({ alternative_names: [newWord(), name] })
    const added = await places().insert(other)
    expect(added.error).toMatchObject({ ...refused, details: 'alternative_names' })
    const renamed = await places().update({ name }).eq('id', place.id)
    expect(renamed.error).toMatchObject({ ...refused, details: 'name' })
    const { data } = await secret.from('places').select('name').in('name', [name, other.name])
    expect(data).toEqual([])
    expect(await findIn(name)).toEqual([])
    expect((await listIn(name)).error).toMatchObject({ code: 'PT400', details: 'location' })
  }
  expect(await readPlace(place.id)).toEqual(place)
})

test('an owner can neither add, change nor merge places, nor list a community in an unknown one', async () => {
  const [one, other] = [await addPlace(), await addPlace()]
  const added = newPlace()
  const places = () => owner.client.from('places')
  expect((await places().insert(added)).error?.code).toBe('42501')
  const changes = { name: 'Mine', is_active: false }
  const changed = await places().update(changes).eq('id', one.id).select()
  expect(changed).toMatchObject({ error: null, data: [] })
  const { search_vector: _vector, country_vector: _country, ...columns } = one
  expect((await places().upsert({ ...columns, latitude: 0 })).error?.code).toBe('42501')
  expect(await merge(owner, one.id, other.id)).toMatchObject({ code: 'PT403' })
  expect(await readPlace(one.id)).toEqual(one)
  expect(await readPlace(other.id)).toEqual(other)
  const { data } = await secret.from('places').select('id').eq('name', added.name)
  expect(data).toEqual([])
  for (const location of ['Atlantis', '', null]) {
    expect((await listIn(location)).error).toMatchObject({
      code: 'PT400',
      message: 'Please select a location',
      details: 'location',
    })
  }
})

describe('a requested place', () => {
  const request = 'Lisboa Velha, Portugal'
  const countRequests = async () =>
    (await admin.client.rpc('count_review_queue').single().throwOnError()).data.places_requested

  test('is enough for a new community, which can be rejected, or approved once an admin has chosen a place', async () => {
    const { id } = await createCommunity(owner, { location: null, requested_place: request })
    expect((await updateCommunity(admin, id, { status: 'approved' })).error).toMatchObject({
      code: 'PT400',
      message: 'Add the requested place first, or choose another one.',
      details: 'location',
    })
    expect(await readCommunity(id)).toMatchObject({ status: 'pending', location: null })
    await updateCommunity(admin, id, { status: 'rejected' }).throwOnError()
    const rejected_version = { location: null, requested_place: request }
    expect(await readCommunity(id)).toMatchObject({ status: 'rejected', rejected_version })
    await admin.client.rpc('undo_decision', { community_id: id }).throwOnError()

    const { name } = await addPlace()
    await updateCommunity(admin, id, { location: name, requested_place: null }).throwOnError()
    await updateCommunity(admin, id, { status: 'approved' }).throwOnError()
    expect(await findIn(name)).toEqual([id])
  })

  test('of an approved community waits in the queue, while the community stays where it is', async () => {
    const { name } = await addPlace()
    const { id } = await approveIn(name)
    const before = await countRequests()
    await updateCommunity(owner, id, { requested_place: request }).throwOnError()
    expect(await countRequests()).toBe(before + 1)
    const queue = await admin.client.rpc('list_review_queue', { page_size: 1000 })
    expect(queue.data?.at(-1)).toMatchObject({ id, requested_place: request })
    expect(await findIn(name)).toEqual([id])
    expect(await search('Lisboa Velha')).not.toContain(id)
    const shown = await visitor.rpc('get_directory_community', { community_id: id }, { get: true })
    expect(JSON.stringify(shown.data)).not.toContain('Lisboa')

    const { error } = await updateCommunity(owner, id, { location: null })
    expect(error).toMatchObject({ code: 'PT400', details: 'location' })
    await updateCommunity(admin, id, { requested_place: null }).throwOnError()
    expect(await countRequests()).toBe(before)
  })
})

test('the list of places is searched by name, alternative name and country, and paged', async () => {
  const country = `Land ${newWord()}`
  const names = Array.from({ length: 5 }, (_, index) => `${country} Town ${index}`)
  for (const name of names) {
    await addPlace({ name, country, alternative_names: [`${name} Vieja`] })
  }
  await createApproved(owner, [{ location: names[2] ?? '' }, { location: names[2] ?? '' }])
  const listed = ['0', '1', '2', '3', '4'].map((digit) => [digit, digit === '2' ? 2 : 0])
  const list = async (args: object) =>
    (await admin.client.rpc('list_places', args).throwOnError()).data
  const all = await list({ search: country.toUpperCase() })
  expect(all.map(({ name, communities }) => [name.slice(-1), communities])).toEqual(listed)
  const page = await list({ search: country, page_size: 2, page: 2 })
  expect(page.map(({ name, total }) => [name.slice(-1), total])).toEqual([
    ['2', 5],
    ['3', 5],
  ])
  expect(await list({ search: `${country} town 3 vieja` })).toHaveLength(1)
  expect(await list({ search: '%' })).toEqual(await list({}))
})
