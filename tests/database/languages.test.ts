import { expect, test } from 'vitest'
import { languageCodes } from '../../src/supabase/rules/languages.ts'
import {
  createCommunity,
  newCommunity,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import { createSecretClient, createTestClient, createUser } from '../support/users.ts'

/* The languages of communities. The directory of this backend is live. */

const visitor = createTestClient()
const owner = await createUser()

/** A place of its own, so that the numbers are those of this file. */
const { data: place } = await createSecretClient()
  .from('places')
  .insert({
    name: 'Babel',
    country: 'Iraq',
    country_code: 'IQ',
    latitude: 32.5,
    longitude: 44.4,
  })
  .select('name')
  .single()
  .throwOnError()
const approve = (languages: string[]) =>
  createCommunity(owner, { languages, location: place.name, status: 'approved' })

const removeLanguages = (id: string) =>
  updateCommunity({ client: createSecretClient() }, id, { languages: [] }).throwOnError()

test('languages are refused if they are too many, repeated or unknown', async () => {
  const { id } = await createCommunity(owner, { languages: ['de'] })
  const thousands = Array.from({ length: 5000 }, (_, index) => languageCodes[index % 183] ?? '')
  for (const languages of [['de', 'en', 'fr', 'it'], thousands, ['de', 'de'], ['xx'], ['DE']]) {
    const { error } = await updateCommunity(owner, id, { languages })
    expect([languages.slice(0, 4), error?.code]).toEqual([languages.slice(0, 4), '23514'])
  }
  expect((await readCommunity(id)).languages).toEqual(['de'])
})

test('languages are required for new communities, but not for edits of older ones', async () => {
  const { error } = await owner.client.from('communities').insert(newCommunity({ languages: [] }))
  expect(error).toMatchObject({
    code: 'PT400',
    message: 'Please choose at least one language',
    details: 'languages',
  })
  const { id } = await createCommunity(owner)
  await removeLanguages(id)
  await updateCommunity(owner, id, { name: 'Renamed' }).throwOnError()
  expect(await readCommunity(id)).toMatchObject({ name: 'Renamed', languages: [] })
})

test('languages filter the list, and are counted', async () => {
  const [both, german] = [await approve(['de', 'en']), await approve(['de'])]
  await removeLanguages((await approve(['en'])).id)
  const find = async (language: string) =>
    (
      await visitor
        .rpc('search_directory', { location: place.name, language }, { get: true })
        .throwOnError()
    ).data.map(({ id }) => id)
  expect((await find('de')).toSorted()).toEqual([both.id, german.id].toSorted())
  expect(await find('en')).toEqual([both.id])
  expect(await find('fr')).toEqual([])
  expect(await find("' or true --")).toEqual([])

  const { data: counts } = await visitor
    .rpc('count_directory', { location: place.name, language: 'en' }, { get: true })
    .throwOnError()
  expect(counts).toMatchObject({
    total: 1,
    any: { language: 3 },
    languages: { de: 2, en: 1 },
    locations: expect.arrayContaining([
      expect.objectContaining({ name: place.name, communities: 1 }),
    ]),
  })
  const { data: places } = await visitor
    .rpc('count_places', { language: 'de' }, { get: true })
    .throwOnError()
  expect(places).toContainEqual(
    expect.objectContaining({ name: place.name, communities: 2, is_at_least: false }),
  )
})
