import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/supabase/database.types.ts'
import {
  createCommunity,
  newCommunity,
  newInviteLink,
  readCommunity,
} from '../support/communities.ts'
import { uploadImage } from '../support/images.ts'
import {
  createSecretClient,
  createTestClient,
  createUser,
  createUsersAndAdmin,
  type TestUser,
} from '../support/users.ts'
import { createRefusalsCheck } from './refusals.ts'

const [owner, attacker, admin] = await createUsersAndAdmin()
const secret = createSecretClient()

const newRow = (changes: Record<string, Json> = {}) => ({
  id: crypto.randomUUID(),
  requested_place: null,
  groups: [],
  ...newCommunity(),
  ...changes,
})
type Row = ReturnType<typeof newRow>

const send = ({ client }: Pick<TestUser, 'client'>, rows: Json, is_preview = false) =>
  client.rpc('import_communities', { rows, is_preview })
async function importRows(rows: Json[], isPreview?: boolean) {
  const { data } = await send(admin, rows, isPreview).throwOnError()
  return data.map(({ outcome, problem, field }) => [outcome, problem, field].filter(Boolean))
}

/** Reads the communities with these ids, with their groups and unrestricted access. */
async function readStored(rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id)
  const found = secret.from('communities').select('*, community_groups (name)').in('id', ids)
  const groups = { referencedTable: 'community_groups' }
  return (await found.order('name', groups).throwOnError()).data
}

describe('an attacker', () => {
  test('imports nothing, nor an admin more than 1,000 rows at once, or anything but a list', async () => {
    const row = newRow()
    const visitor = { client: createTestClient() }
    const expectAllRefused = createRefusalsCheck(() => readStored([row]))
    await expectAllRefused([
      ['a visitor', '42501', () => send(visitor, [row])],
      ['a preview of a visitor', '42501', () => send(visitor, [row], true)],
      ['the imports for a visitor', '42501', () => readImports(visitor)],
      ['an owner', 'PT403', () => send(attacker, [row])],
      ['a preview of an owner', 'PT403', () => send(attacker, [row], true)],
      ['the imports for an owner', 'PT403', () => readImports(attacker)],
      [
        '1,001 rows',
        'PT400',
        () =>
          send(
            admin,
            Array.from({ length: 1001 }, () => row),
          ),
      ],
      ['an object', 'PT400', () => send(admin, { ...row })],
      ['null', 'PT400', () => send(admin, null)],
    ])
  })

  test('cannot choose the owner, the status or the dates of a row', async () => {
    const forged = newRow({
      owner_id: owner.id,
      status: 'approved',
      approved_by: admin.id,
      approval_date: '2001-01-01',
      created_at: '2001-01-01',
      held_changes: { name: 'Held' },
      groups_updated_at: '2001-01-01',
    })
    expect(await importRows([forged])).toEqual([['imported']])
    const [stored] = await readStored([forged])
    expect(stored).toMatchObject({ owner_id: admin.id, status: 'pending', approved_by: null })
    expect(stored).toMatchObject({ approval_date: null, held_changes: null })
    expect(Date.parse(stored?.created_at ?? '')).toBeGreaterThan(Date.now() - 600_000)
    expect(stored?.groups_updated_at).toBe(stored?.created_at)
  })

  test("cannot change another owner's community with its id", async () => {
    const { id } = await createCommunity(owner)
    const before = await readCommunity(id)
    expect(await importRows([newRow({ id })])).toEqual([
      ['invalid', 'You have already submitted this community.'],
    ])
    expect(await readCommunity(id)).toEqual(before)
  })
})

const readImports = ({ client }: Pick<TestUser, 'client'>) => client.rpc('list_waiting_imports')

describe('which import a community came from', () => {
  const import_id = crypto.randomUUID()
  const source = { import_id, file_name: ' walks\u200B.csv ' }
  const rows = [newRow(), newRow(), newRow()]
  const sendFrom = ({ client }: TestUser, some: Row[], is_preview = false) =>
    client.rpc('import_communities', { rows: some, is_preview, ...source }).throwOnError()
  const findImport = async () => {
    const { data } = await readImports(admin).throwOnError()
    return data.find((one) => one.import_id === import_id)
  }

  test('is recorded once for all calls of a file, and not by a preview', async () => {
    await sendFrom(admin, rows, true)
    expect(await findImport()).toBeUndefined()
    await sendFrom(admin, rows.slice(0, 2))
    await sendFrom(admin, rows)
    expect(await findImport()).toMatchObject({
      file_name: 'walks.csv',
      imported_by: 'Test User',
      communities: 3,
      pending: 3,
    })
  })

  test('does not change when another admin imports with the same id', async () => {
    const before = await findImport()
    const other = await createUser({ admin: true })
    await sendFrom(other, rows)
    expect(await findImport()).toEqual(before)
  })

  test('counts the communities that wait, also after they are handed over or deleted', async () => {
    const [approved, handedOver, deleted] = rows.map(({ id }) => id)
    const communities = secret.from('communities')
    const approval = communities.update({ status: 'approved' }).eq('id', approved ?? '')
    await approval.throwOnError()
    await communities
      .update({ owner_id: owner.id })
      .eq('id', handedOver ?? '')
      .throwOnError()
    await communities
      .delete()
      .eq('id', deleted ?? '')
      .throwOnError()
    expect(await findImport()).toMatchObject({ communities: 2, pending: 1 })
    await communities
      .update({ status: 'rejected' })
      .eq('id', handedOver ?? '')
      .throwOnError()
    expect(await findImport()).toBeUndefined()
  })

  test('is never missing, and a file may have no visible name', async () => {
    const row = newRow()
    await admin.client
      .rpc('import_communities', { rows: [row], file_name: '\u200B' })
      .throwOnError()
    const { data } = await readImports(admin).throwOnError()
    expect(data[0]).toMatchObject({ file_name: null, communities: 1, pending: 1 })
    expect(data[0]?.import_id).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('an import', () => {
  test('stores each row with its groups or not at all, and reports why', async () => {
    const good = newRow({ name: '\u200BGood\u00AD one ', groups: ['Early birds', 'Late birds'] })
    const { url: imageOfOther } = await uploadImage(owner)
    const bad: [Row | Json, string[]][] = [
      [newRow({ groups: ['Fine', '\u200B'] }), ['The database does not accept this row.']],
      [
        newRow({ groups: Array.from({ length: 51 }, (_, index) => `Group ${index}`) }),
        ['A community can have at most 50 groups.'],
      ],
      [
        newRow({ whatsapp_link: 'https://evil.example' }),
        ['The database does not accept this row.'],
      ],
      [newRow({ whatsapp_link: null }), ['The database does not accept this row.']],
      [newRow({ category: 'Yoga' }), ['The database does not accept this row.']],
      [newRow({ location: 'Atlantis' }), ['Please select a location', 'location']],
      [newRow({ languages: [] }), ['Please choose at least one language', 'languages']],
      [newRow({ image_url: imageOfOther }), ['Invalid image URL', 'image_url']],
      ['text', ['The database does not accept this row.']],
    ]
    const rows = [...bad.map(([row]) => row), good]
    const expected = [...bad.map(([, problem]) => ['invalid', ...problem]), ['imported']]
    expect(await importRows(rows, true)).toEqual(expected)
    const ofAdmin = secret.from('communities').select('id').eq('owner_id', admin.id)
    const before = await ofAdmin.throwOnError()
    expect(await importRows(rows)).toEqual(expected)
    expect(new Set((await ofAdmin.throwOnError()).data)).toEqual(
      new Set([...before.data, { id: good.id }]),
    )
    const [stored] = await readStored([good])
    expect(stored?.name).toBe('Good one')
    expect(stored?.community_groups.map(({ name }) => name)).toEqual(good.groups)
    const log = await secret.from('audit_log').select('id').eq('subject_id', good.id).throwOnError()
    expect(log.data).toEqual([])
  })

  test('finds a place by another name, and accepts a requested place', async () => {
    const rows = [
      newRow({ location: 'CAPE  TOWN' }),
      newRow({ location: null, requested_place: 'Lisbon, Portugal' }),
    ]
    expect(await importRows(rows)).toEqual([['imported'], ['imported']])
    const places = (await readStored(rows)).map((row) => [row.location, row.requested_place])
    expect(places).toEqual(
      expect.arrayContaining([
        ['Cape Town', null],
        [null, 'Lisbon, Portugal'],
      ]),
    )
  })

  test('skips what is there, also rejected and held links, and the second of two rows', async () => {
    const links = [newInviteLink(), newInviteLink(), newInviteLink(), newInviteLink()]
    await createCommunity(owner, { whatsapp_link: links[0] })
    const rejected = { status: 'rejected' as const, rejection_reason: 'Spam' }
    await createCommunity(owner, { whatsapp_link: links[1], ...rejected })
    await createCommunity(owner, {
      status: 'approved',
      held_changes: { whatsapp_link: links[2] ?? '' },
      held_at: new Date().toISOString(),
    })
    const rows = [...links, ...links].map((whatsapp_link) => newRow({ whatsapp_link }))
    const outcomes = (await importRows(rows)).map(([outcome]) => outcome)
    const skipped = ['already listed', 'rejected before', 'already listed']
    expect(outcomes).toEqual([...skipped, 'imported', ...skipped, 'already listed'])
    expect((await readStored(rows)).map(({ whatsapp_link }) => whatsapp_link)).toEqual([links[3]])
  })

  test('that is repeated after a lost response reports the same and changes nothing', async () => {
    const rows = [newRow({ groups: ['Early birds'] }), newRow()]
    expect(await importRows(rows, true)).toEqual([['imported'], ['imported']])
    expect(await readStored(rows)).toEqual([])
    expect(await importRows(rows)).toEqual([['imported'], ['imported']])
    const stored = await readStored(rows)
    expect(stored).toHaveLength(2)
    expect(await importRows(rows)).toEqual([['imported'], ['imported']])
    expect(await readStored(rows)).toEqual(stored)
  })

  test('may exceed 100 communities, as those that the admin lists with the form, and is logged', async () => {
    const importer = await createUser({ admin: true })
    const rows = Array.from({ length: 101 }, () => newRow())
    await send(importer, rows).throwOnError()
    // Imports nothing again.
    await send(importer, rows.slice(0, 1)).throwOnError()
    expect(await readStored(rows)).toHaveLength(101)
    await importer.client.from('communities').insert(newCommunity()).throwOnError()
    const log = secret.from('audit_log').select('action, subject_id, by_admin, after')
    expect((await log.eq('actor_id', importer.id).throwOnError()).data).toEqual([
      { action: 'imported', subject_id: null, by_admin: true, after: { communities: 101 } },
    ])
    await secret.from('communities').delete().eq('owner_id', importer.id).throwOnError()
  })
})
