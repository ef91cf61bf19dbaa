import { afterAll, describe, expect, test } from 'vitest'
import { toUserError } from '../../src/supabase/errors.ts'
import { createCommunity, decideHeldChanges } from '../support/communities.ts'
import { uploadImage, uploadVersions } from '../support/images.ts'
import { areStored, startFunctionBackend } from './backend.ts'
import { insertOldImages } from './old-images.ts'

const backend = await startFunctionBackend()
const { local, sql, secret, owner, admin, signUp, ask } = backend
afterAll(backend.stop)

async function uploadOldImage(days = 8) {
  const image = await uploadImage(owner)
  await makeOld(image.path, days)
  return image
}

const makeOld = (path: string, days = 8) =>
  sql.query(
    `update storage.objects set created_at = now() - $1 * interval '1 day' where name = $2`,
    [days, path],
  )

const collect = async (key = local.secretKey) => (await ask('admin/collect-images', { key })).body

const insert = async (image_url: string) =>
  (await createCommunity({ ...owner, client: secret }, { image_url, owner_id: owner.id })).id

const update = ({ client }: typeof owner, id: string, change: object) =>
  client.from('communities').update(change).eq('id', id).throwOnError()

async function createApproved(image_url: string): Promise<string> {
  const id = await insert(image_url)
  await update(admin, id, { status: 'approved' })
  return id
}

const endUndoWindow = () => sql.exec(`update public.audit_log set at = at - interval '1 hour'`)

describe('collecting images', () => {
  test('removes images that have been unused for a week, and is safe to repeat', async () => {
    const [unused, young] = [await uploadOldImage(), await uploadOldImage(6.9)]
    expect(await collect()).toEqual({ removed: 1, more: false })
    // A draft may use the younger one.
    expect(await areStored(unused, young)).toEqual([false, true])
    expect(await collect(admin.accessToken)).toEqual({ removed: 0, more: false })
  })

  test('keeps the images of the live, the held and the rejected version', async () => {
    const images = [1, 2, 3, 4].map(() => uploadOldImage())
    const [shown, held, rejected, current] = await Promise.all(images)
    if (!shown || !held || !rejected || !current) throw new Error('No images')
    await update(owner, await createApproved(shown.url), { image_url: held.url })
    const id = await insert(rejected.url)
    await update(admin, id, { status: 'rejected' })
    await update(owner, id, { image_url: current.url })
    await endUndoWindow()
    expect(await collect()).toEqual({ removed: 0, more: false })
    expect(await areStored(shown, held, rejected)).toEqual([true, true, true])
  })

  test('treats the small version of an image like the image', async () => {
    const [used, unused] = [await uploadVersions(owner), await uploadVersions(owner)]
    const id = await createApproved(unused.full.url)
    await update(owner, id, { image_url: used.full.url })
    for (const { path } of [used.small, used.full, unused.small, unused.full]) await makeOld(path)
    expect(await collect()).toEqual({ removed: 0, more: false })
    expect(await areStored(used.small, used.full, unused.small)).toEqual([true, true, true])

    await decideHeldChanges(admin, id, 'accept')
    await endUndoWindow()
    expect(await collect()).toEqual({ removed: 2, more: false })
    expect(await areStored(used.small, used.full)).toEqual([true, true])
    expect(await areStored(unused.small, unused.full)).toEqual([false, false])
  })

  test('keeps the images that an undo would restore, until the undo window ends', async () => {
    const [shown, held] = [await uploadOldImage(), await uploadOldImage()]
    const id = await createApproved(shown.url)
    await update(owner, id, { image_url: held.url })
    await decideHeldChanges(admin, id, 'accept')
    await collect()
    expect(await areStored(shown)).toEqual([true])
    await admin.client.rpc('undo_decision', { community_id: id }).throwOnError()
    const { data } = await owner.client.from('communities').select('image_url').eq('id', id)
    expect(data).toEqual([{ image_url: shown.url }])

    await owner.client.from('communities').delete().eq('id', id).throwOnError()
    await endUndoWindow()
    await collect()
    expect(await areStored(shown, held)).toEqual([false, false])
  })
})

test('a user stores at most 200 images', async () => {
  const user = await signUp()
  await insertOldImages(sql, user, 199)
  await uploadImage(user)
  const refused = await uploadImage(user).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 400, statusCode: '403' })
  expect(toUserError(refused).message).toBe(
    'You can store at most 200 images. Unused ones are deleted after a week.',
  )
})

test('a stored image is never replaced, not even by the storage service', async () => {
  const { path } = await uploadImage(owner)
  for (const change of [`version = 'other'`, `name = 'other/' || name`, `bucket_id = 'other'`]) {
    const replacing = sql.query(`update storage.objects set ${change} where name = $1`, [path])
    await expect(replacing).rejects.toThrow('Stored images cannot be replaced.')
  }
})
