import { afterAll, describe, expect, test } from 'vitest'
import { createCommunity, decideHeldChanges } from '../support/communities.ts'
import { uploadImage } from '../support/images.ts'
import { startFunctionBackend } from './backend.ts'

const backend = await startFunctionBackend({})
const { local, sql, secret, owner, admin, signUp } = backend
afterAll(backend.stop)

async function uploadOldImage(days = 8): Promise<{ path: string; url: string }> {
  const image = await uploadImage(owner)
  await sql.query(
    `update storage.objects set created_at = now() - $1 * interval '1 day' where name = $2`,
    [days, image.path],
  )
  return image
}

const isStored = async ({ url }: { url: string }) => (await fetch(url)).ok

const call = (key: string, method = 'POST') => backend.call('collect-images', { key, method })

async function collect(): Promise<unknown> {
  const response = await call(admin.accessToken)
  expect(response.status).toBe(200)
  return response.json()
}

describe('collecting images', () => {
  test('removes images that have been unused for a week, and is safe to repeat', async () => {
    const unused = await uploadOldImage()
    expect(await collect()).toEqual({ removed: 1, more: false })
    expect(await isStored(unused)).toBe(false)
    expect(await collect()).toEqual({ removed: 0, more: false })
  })

  test('keeps images younger than a week, which a draft may use', async () => {
    const image = await uploadOldImage(6.9)
    await collect()
    expect(await isStored(image)).toBe(true)
  })

  test('keeps the images of the live, the held and the rejected version', async () => {
    const [shown, held, rejected] = [
      await uploadOldImage(),
      await uploadOldImage(),
      await uploadOldImage(),
    ]
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
      .update({ image_url: (await uploadOldImage()).url })
      .eq('id', id)
      .throwOnError()
    await sql.exec(`update public.audit_log set at = at - interval '1 hour'`)
    expect(await collect()).toEqual({ removed: 0, more: false })
    for (const image of [shown, held, rejected]) {
      expect(await isStored(image)).toBe(true)
    }
  })

  test('keeps the images that an undo would restore, until the undo window ends', async () => {
    const [shown, held] = [await uploadOldImage(), await uploadOldImage()]
    const id = await createApproved(shown.url)
    await owner.client
      .from('communities')
      .update({ image_url: held.url })
      .eq('id', id)
      .throwOnError()
    await decideHeldChanges(admin, id, 'accept')
    await collect()
    expect(await isStored(shown)).toBe(true)
    await admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
    const { data } = await owner.client
      .from('communities')
      .select('image_url')
      .eq('id', id)
      .single()
    expect(data).toEqual({ image_url: shown.url })
    expect(await isStored(shown)).toBe(true)

    await owner.client.from('communities').delete().eq('id', id).throwOnError()
    await sql.exec(`update public.audit_log set at = at - interval '1 hour'`)
    await collect()
    expect([await isStored(shown), await isStored(held)]).toEqual([false, false])
  })

  test('removes at most three hundred per call, and reports that there are more', async () => {
    const before = await collect()
    expect(before).toEqual({ removed: 0, more: false })
    // Rows without files, in the folders of two users.
    for (let user = 0; user < 2; user += 1) {
      const { id } = await signUp()
      await sql.query(
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

  test('is allowed for admins and the secret key only', async () => {
    const image = await uploadOldImage()
    expect((await call('')).status).toBe(401)
    expect((await call('sb_secret_guess')).status).toBe(401)
    expect((await call(local.publishableKey)).status).toBe(401)
    const refused = await call(owner.accessToken)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toEqual({ error: 'Only an admin may do that.' })
    expect(await isStored(image)).toBe(true)
    expect((await call(admin.accessToken, 'GET')).status).toBe(405)
    const response = await call(local.secretKey)
    expect(await response.json()).toEqual({ removed: 1, more: false })
    expect(await isStored(image)).toBe(false)
  })
})

const insert = (image_url: string) =>
  createCommunity({ ...owner, client: secret }, { image_url, owner_id: owner.id })

async function createApproved(image_url: string): Promise<string> {
  const { id } = await insert(image_url)
  await admin.client.from('communities').update({ status: 'approved' }).eq('id', id).throwOnError()
  return id
}
