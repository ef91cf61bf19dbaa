import { expect, test } from 'vitest'
import type { TablesInsert } from '../../src/supabase/database.types.ts'
import {
  type TestUser,
  createSecretClient,
  createUser,
  createUsersAndAdmin,
} from '../support/users.ts'
import { createRefusalsCheck } from './refusals.ts'

const secret = createSecretClient()
const [victim, attacker, admin] = await createUsersAndAdmin()

type Alert = Omit<TablesInsert<'alerts'>, 'user_id'>

const add = (alert: Alert, { client, id }: TestUser = attacker) =>
  client.from('alerts').insert({ user_id: id, ...alert })
const readAll = async ({ id }: TestUser) =>
  (await secret.from('alerts').select('*').eq('user_id', id).order('id').throwOnError()).data
const searches = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ search: `surf ${i}` }))

await secret
  .from('alerts')
  .insert(searches(10).map((alert) => ({ ...alert, user_id: victim.id })))
  .throwOnError()
const [target] = await readAll(victim)

const expectAllRefused = createRefusalsCheck(async () => [
  await readAll(victim),
  await readAll(attacker),
  (await secret.from('profiles').select('*').eq('id', victim.id).throwOnError()).data,
])

test('a user cannot reach the alerts of another user', async () => {
  const alerts = (user = attacker) => user.client.from('alerts')
  const readBy = (user: TestUser) => () => alerts(user).select('id').eq('user_id', victim.id)
  const insertFor = (alert: Alert) => () => alerts().insert({ ...alert, user_id: victim.id })

  await expectAllRefused([
    ['cannot be read', 'no rows', readBy(attacker)],
    ['cannot be read by an admin', 'no rows', readBy(admin)],
    // Each answer is the same: it reveals neither that the victim has ten alerts nor one with this search.
    ['cannot be added', '42501', insertFor({ search: 'kite' })],
    ['cannot be guessed', '42501', insertFor({ search: 'surf 1' })],
    ['cannot be deleted', 'no rows', () => alerts().delete().eq('user_id', victim.id).select('id')],
    [
      'cannot be changed',
      '42501',
      () => alerts().update({ search: 'mine' }).eq('user_id', victim.id).select('id'),
    ],
    [
      'cannot be replaced',
      '42501',
      () => alerts().upsert({ id: target?.id, user_id: attacker.id, search: 'mine' }).select('id'),
    ],
  ])
})

test('an alert without a valid filter is refused', async () => {
  const unchecked = (alert: object) => () => add(JSON.parse(JSON.stringify(alert)))

  await expectAllRefused([
    ['without a filter', '23514', unchecked({})],
    ['with an empty search', '23514', unchecked({ search: ' \n ' })],
    ['with a search of stop words', 'PT400', unchecked({ search: 'the of' })],
    ['with a search of punctuation', 'PT400', unchecked({ search: '!?&|<->:*' })],
    ['with a search that is too long', '23514', unchecked({ search: 'surf '.repeat(21) })],
    ['with a huge search', '23514', unchecked({ search: 'surf '.repeat(100_000) })],
    ['with an unknown place', 'PT400', unchecked({ location: 'Atlantis' })],
    ['with a huge place', 'PT400', unchecked({ location: 'Bali'.repeat(100_000) })],
    ['with an unknown category', '22P02', unchecked({ category: 'Secrets' })],
    ['with an unknown way to join', '22P02', unchecked({ join_type: 'never' })],
    ['with an unknown language', '23514', unchecked({ language: 'xx' })],
    ['with its own query', '42501', unchecked({ search: 'surf', query: "'surf'" })],
    [
      'for communities of the past',
      '42501',
      unchecked({ search: 'surf', checked_until: '2001-01-01' }),
    ],
  ])
})

test('a user has at most ten alerts, each once, also with concurrent requests', async () => {
  const user = await createUser()
  // Twice, because adding an alert again changes nothing.
  const answers = await Promise.all([...searches(12), ...searches(12)].map((one) => add(one, user)))
  const refused = answers.filter(({ error }) => error)
  expect(refused).toHaveLength(4)
  expect(refused[0]).toMatchObject({
    status: 400,
    error: {
      code: 'PT400',
      message: 'You can have at most 10 alerts. Delete one on your profile first.',
    },
  })
  const rows = await readAll(user)
  expect(new Set(rows.map(({ search }) => search)).size).toBe(10)
  expect(rows).toHaveLength(10)

  const many = searches(12).map((one) => ({ ...one, user_id: victim.id }))
  expect((await secret.from('alerts').insert(many)).error?.code).toBe('PT400')
  await user.client
    .from('alerts')
    .delete()
    .eq('id', rows[0]?.id ?? '')
    .throwOnError()
  expect((await add({ location: 'Bali' }, user)).error).toBeNull()
})

test('several alerts are added in one call, or none of them', async () => {
  const user = await createUser()
  const call = (alerts: Alert[]) =>
    // PostgREST inserts null where only other rows have a column.
    user.client
      .from('alerts')
      .insert(alerts.map((alert) => ({ user_id: user.id, search: '', ...alert })))
  await call(searches(8)).throwOnError()
  const places = ['Bali', 'Zürich', 'Medellín'].map((location) => ({ location }))
  expect((await call(places)).error?.code).toBe('PT400')
  expect((await call([{ location: 'Bali' }, { location: 'Atlantis' }])).error?.code).toBe('PT400')
  expect(await readAll(user)).toHaveLength(8)
  // One that the user has takes no further place.
  await call([...places.slice(1), { search: 'surf 1' }]).throwOnError()
  expect(await readAll(user)).toHaveLength(10)
})

test('an alert follows its place when it is renamed or merged', async () => {
  const [user, other] = [await createUser(), await createUser()]
  const addPlace = async (name: string) => {
    const place = { name, country: 'Spain', country_code: 'ES', latitude: 40, longitude: -3 }
    const added = secret.from('places').insert(place).select('id').single()
    return (await added.throwOnError()).data.id
  }
  // Not one of the demo data: searches of other tests would find the old names of a merged place.
  const [name, keptName] = [`Old ${crypto.randomUUID()}`, `Kept ${crypto.randomUUID()}`]
  const [id, keptId] = [await addPlace(name), await addPlace(keptName)]
  await add({ location: name.toUpperCase() }, user).throwOnError()
  await add({ location: name }, other).throwOnError()
  await add({ location: keptName }, other).throwOnError()
  expect(await readAll(user)).toMatchObject([{ location: name }])

  const renamed = `New ${crypto.randomUUID()}`
  await secret.from('places').update({ name: renamed }).eq('id', id).throwOnError()
  expect(await readAll(user)).toMatchObject([{ location: renamed }])
  await admin.client.rpc('merge_places', { merged_id: id, kept_id: keptId }).throwOnError()
  expect(await readAll(user)).toMatchObject([{ location: keptName }])
  expect(await readAll(other)).toMatchObject([{ location: keptName }])
})

test('an alert can have twelve words with thirty long synonyms each', async () => {
  const words = Array.from('abcdefghijkl', (letter) => `numbat${letter}`)
  const others = Array.from({ length: 18 }, (_, i) => `numbat ${i} `.padEnd(50, 'y'))
  const terms = [...words, ...others]
  const { data } = await secret
    .from('synonyms')
    .insert({ terms })
    .select('id')
    .single()
    .throwOnError()
  expect((await add({ search: words.join(' ') }, await createUser())).error).toBeNull()
  await secret.from('synonyms').delete().eq('id', data.id).throwOnError()
})
