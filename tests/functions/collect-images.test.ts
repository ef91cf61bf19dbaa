import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalSupabase, startLocalSupabase } from '../../supabase/local/start.ts'
import { createCommunity } from '../support/communities.ts'
import { uploadImage } from '../support/images.ts'
import { type TestUser, createTestClient } from '../support/users.ts'

let local: LocalSupabase
let owner: TestUser
let admin: TestUser

/** A backend of its own, because these tests change its timestamps. */
beforeAll(async () => {
  local = await startLocalSupabase()
  owner = await signUp('owner@example.org')
  admin = await signUp('admin@example.org')
  await local.connection.driver.query('update public.profiles set is_admin = true where id = $1', [
    admin.id,
  ])
}, 60_000)
afterAll(() => local.stop())

async function signUp(email: string): Promise<TestUser> {
  const client = createTestClient(local.publishableKey, local.url)
  const account = { email, password: 'correct-horse-7' }
  const { data, error } = await client.auth.signUp(account)
  if (error) throw error
  return {
    ...account,
    id: data.user?.id ?? '',
    client,
    accessToken: data.session?.access_token ?? '',
  }
}

async function oldImage(days = 8): Promise<{ path: string; url: string }> {
  const image = await uploadImage(owner)
  await local.connection.driver.query(
    `update storage.objects set created_at = now() - $1 * interval '1 day' where name = $2`,
    [days, image.path],
  )
  return image
}

const isThere = async ({ url }: { url: string }) => (await fetch(url)).ok

const ask = (token?: string, method = 'POST') =>
  fetch(`${local.url}/functions/v1/admin/collect-images`, {
    method,
    headers: { apikey: local.publishableKey, ...(token && { authorization: `Bearer ${token}` }) },
  })

async function collect(): Promise<unknown> {
  const answer = await ask(admin.accessToken)
  expect(answer.status).toBe(200)
  return answer.json()
}

describe('collecting images', () => {
  test('removes images that have been unused for a week, and is safe to repeat', async () => {
    const unused = await oldImage()
    expect(await collect()).toEqual({ removed: 1, more: false })
    expect(await isThere(unused)).toBe(false)
    expect(await collect()).toEqual({ removed: 0, more: false })
  })

  test('keeps images younger than a week, which a draft may use', async () => {
    const image = await oldImage(6.9)
    await collect()
    expect(await isThere(image)).toBe(true)
  })

  test('keeps the images of the live, the held and the rejected version', async () => {
    const [shown, held, rejected] = [await oldImage(), await oldImage(), await oldImage()]
    const community = await createApproved(shown.url)
    await owner.client
      .from('communities')
      .update({ image_url: held.url })
      .eq('id', community)
      .throwOnError()
    const { id } = await insert(rejected.url)
    await admin.client
      .from('communities')
      .update({ status: 'rejected' })
      .eq('id', id)
      .throwOnError()
    await owner.client
      .from('communities')
      .update({ image_url: (await oldImage()).url })
      .eq('id', id)
      .throwOnError()
    await local.connection.driver.exec(`update public.audit_log set at = at - interval '1 hour'`)
    expect(await collect()).toEqual({ removed: 0, more: false })
    for (const image of [shown, held, rejected]) {
      // oxlint-disable-next-line no-await-in-loop -- three small files
      expect(await isThere(image)).toBe(true)
    }
  })

  test('keeps the images that an undo would restore, until the undo window ends', async () => {
    const [shown, held] = [await oldImage(), await oldImage()]
    const id = await createApproved(shown.url)
    await owner.client
      .from('communities')
      .update({ image_url: held.url })
      .eq('id', id)
      .throwOnError()
    await admin.client
      .from('communities')
      .update({ image_url: held.url, held_changes: null })
      .eq('id', id)
      .throwOnError()
    await collect()
    expect(await isThere(shown)).toBe(true)
    await admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
    const { data } = await owner.client
      .from('communities')
      .select('image_url')
      .eq('id', id)
      .single()
    expect(data).toEqual({ image_url: shown.url })
    expect(await isThere(shown)).toBe(true)

    await owner.client.from('communities').delete().eq('id', id).throwOnError()
    await local.connection.driver.exec(`update public.audit_log set at = at - interval '1 hour'`)
    await collect()
    expect([await isThere(shown), await isThere(held)]).toEqual([false, false])
  })

  test('removes at most three hundred per call, and reports that there are more', async () => {
    const before = await collect()
    expect(before).toEqual({ removed: 0, more: false })
    // Rows without files, in the folders of two users.
    for (let person = 0; person < 2; person += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      const { id } = await signUp(`${crypto.randomUUID()}@example.org`)
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await local.connection.driver.query(
        `insert into storage.objects (bucket_id, name, created_at)
         select 'community-images', image_folder || '/' || (1600000000000 + n) || '-compressed.jpg',
           now() - interval '9 days'
         from public.profiles, generate_series(1, 160) as n where id = $1`,
        [id],
      )
    }
    expect(await collect()).toEqual({ removed: 300, more: true })
    expect(await collect()).toEqual({ removed: 20, more: false })
  }, 60_000)

  test('only admins and the secret key may collect images', async () => {
    const image = await oldImage()
    expect((await ask()).status).toBe(401)
    expect((await ask('sb_secret_guess')).status).toBe(401)
    expect((await ask(local.publishableKey)).status).toBe(401)
    const refused = await ask(owner.accessToken)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toEqual({ error: 'Only an admin may do that.' })
    expect(await isThere(image)).toBe(true)
    expect((await ask(admin.accessToken, 'GET')).status).toBe(405)
    const answer = await ask(local.secretKey)
    expect(await answer.json()).toEqual({ removed: 1, more: false })
    expect(await isThere(image)).toBe(false)
  })
})

async function insert(image_url: string) {
  const client = createTestClient(local.secretKey, local.url)
  const community = await createCommunity({ ...owner, client }, { image_url, owner_id: owner.id })
  return community
}

async function createApproved(image_url: string): Promise<string> {
  const { id } = await insert(image_url)
  await admin.client.from('communities').update({ status: 'approved' }).eq('id', id).throwOnError()
  return id
}
