import { beforeEach, describe, expect, test } from 'vitest'
import { isCountReviewed } from '../../src/features/community/fields.ts'
import {
  createCommunity,
  decideHeldChanges,
  newCommunity,
  readCommunity,
  updateCommunity,
} from '../support/communities.ts'
import { createUsersAndAdmin } from '../support/users.ts'
import { local } from './closed-backend.ts'

/* An owner's member count of an approved community: which increases wait for review. */

const [owner, , admin] = await createUsersAndAdmin()

let id = ''
beforeEach(async () => {
  ;({ id } = await createCommunity(owner, { member_count: 100 }))
  await updateCommunity(admin, id, { status: 'approved' }).throwOnError()
})

const save = (member_count: number, user = owner) =>
  updateCommunity(user, id, { member_count }).throwOnError()
/** The count that visitors see, the held one, and the reviewed one. */
async function read() {
  const { member_count, held_changes, reviewed_count } = await readCommunity(id)
  return [member_count, held_changes, reviewed_count]
}

describe('an owner', () => {
  test('cannot raise it to more than twice the reviewed count, in steps or after a smaller one', async () => {
    await save(200)
    expect(await read()).toEqual([200, null, 100])
    await save(400)
    expect(await read()).toEqual([200, { member_count: 400 }, 100])
    await save(201)
    expect(await read()).toEqual([200, { member_count: 201 }, 100])
    // A count that goes live replaces the held one.
    await save(3)
    expect(await read()).toEqual([3, null, 100])
    await save(201)
    expect(await read()).toEqual([3, { member_count: 201 }, 100])
  })

  test('cannot write the reviewed count or a held one', async () => {
    const before = await read()
    for (const [changes, code] of [
      [{ reviewed_count: 9_000_000, member_count: 9_000_000 }, '42501'],
      [{ held_changes: { member_count: 9_000_000 } }, 'PT403'],
    ] as const) {
      expect((await updateCommunity(owner, id, changes)).error).toMatchObject({ code })
      expect(await read()).toEqual(before)
    }
    const row = { ...newCommunity(), reviewed_count: 9_000_000 }
    const insert = await owner.client.from('communities').insert(row)
    expect(insert.error).toMatchObject({ code: '42501' })
  })

  test('cannot use a declined or undone increase, or a withdrawn one, for the next step', async () => {
    await save(300)
    await decideHeldChanges(admin, id, 'decline')
    expect(await read()).toEqual([100, null, 100])
    await save(300)
    await decideHeldChanges(admin, id, 'accept')
    expect(await read()).toEqual([300, null, 300])
    await admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
    expect(await read()).toEqual([100, { member_count: 300 }, 100])
    await updateCommunity(owner, id, { held_changes: null }).throwOnError()
    await save(600)
    expect(await read()).toEqual([100, { member_count: 600 }, 100])
  })

  test('cannot use an accepted change of another field for the next step', async () => {
    await save(200)
    await updateCommunity(owner, id, { description: 'We also dive.' }).throwOnError()
    await decideHeldChanges(admin, id, 'accept')
    expect(await read()).toEqual([200, null, 100])
    await save(400)
    expect(await read()).toEqual([200, { member_count: 400 }, 100])
  })

  test('may raise a small count to 100, and any count of a pending community', async () => {
    ;({ id } = await createCommunity(owner, { member_count: 0 }))
    await save(5000)
    expect(await read()).toEqual([5000, null, null])
    await save(0)
    await updateCommunity(admin, id, { status: 'approved' }).throwOnError()
    await save(100)
    expect(await read()).toEqual([100, null, 0])
    await save(101)
    expect(await read()).toEqual([100, { member_count: 101 }, 0])
  })
})

test('what an admin writes is reviewed, and what they leave alone is not', async () => {
  await save(150)
  await updateCommunity(admin, id, { name: 'Better name', member_count: 150 }).throwOnError()
  expect(await read()).toEqual([150, null, 100])
  await save(5000, admin)
  expect(await read()).toEqual([5000, null, 5000])
  await save(10_000)
  expect(await read()).toEqual([10_000, null, 5000])
})

test('the form and the database hold the same counts', async () => {
  const counts = [0, 1, 50, 99, 100, 101, 120, 121, 200, 201, 2469, 10_000_000]
  const pairs = counts.flatMap((count) =>
    [null, ...counts].map((reviewed) => ({ count, reviewed })),
  )
  const { rows } = await local.connection.driver.query<{ held: boolean }>(
    `select private.is_count_reviewed(count, reviewed) as held
     from rows from (jsonb_to_recordset($1) as (count integer, reviewed integer))`,
    [JSON.stringify(pairs)],
  )
  expect(rows.map(({ held }) => held)).toEqual(
    pairs.map(({ count, reviewed }) => isCountReviewed(count, reviewed)),
  )
})
