import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createListing } from '../support/listings.ts'
import { uploadPicture } from '../support/pictures.ts'
import {
  type TestUser,
  createSecretClient,
  createTestClient,
  createUser,
} from '../support/users.ts'

const bucket = 'community-images'
const jpeg = { contentType: 'image/jpeg' }

let owner: TestUser
let stranger: TestUser
let admin: TestUser

beforeAll(async () => {
  ;[owner, stranger, admin] = await Promise.all([
    createUser(),
    createUser(),
    createUser({ admin: true }),
  ])
})

const isThere = async (url: string) => (await fetch(url)).ok

/** Names in a folder, past every policy. */
async function filesOf(user: TestUser): Promise<string[]> {
  const { data } = await createSecretClient().storage.from(bucket).list(user.id)
  return (data ?? []).map(({ name }) => name.split('/').at(-1) ?? '').toSorted()
}

describe('an owner', () => {
  test('uploads below their own folder, and everyone can see the picture', async () => {
    const picture = await uploadPicture(owner)
    const seen = await fetch(picture.url)
    expect(seen.status).toBe(200)
    expect(seen.headers.get('content-type')).toBe('image/jpeg')
    expect((await seen.arrayBuffer()).byteLength).toBeGreaterThan(100)
  })

  test.each([
    ['another name pattern', 'picture.jpg'],
    ['no timestamp', '-compressed.jpg'],
    ['a web page', '1763600000000-compressed.html'],
    ['a vector image', '1763600000000-compressed.svg'],
    ['a folder in between', 'deeper/1763600000000-compressed.jpg'],
    ['a way out of the folder', '../1763600000000-compressed.jpg'],
  ])('does not store %s', async (_what, name) => {
    const before = await filesOf(owner)
    await expect(uploadPicture(owner, { name })).rejects.toThrow(/row-level security|Invalid key/i)
    expect(await filesOf(owner)).toEqual(before)
  })

  test.each(['text/html', 'image/svg+xml', 'application/javascript'])(
    'does not store %s as a picture',
    async (contentType) => {
      const before = await filesOf(owner)
      await expect(uploadPicture(owner, { contentType })).rejects.toThrow(
        /mime type .* is not supported/i,
      )
      expect(await filesOf(owner)).toEqual(before)
    },
  )

  test('does not store more than 5 MB', async () => {
    const path = `${owner.id}/1763600000001-compressed.jpg`
    const { error } = await owner.client.storage
      .from(bucket)
      .upload(path, new ArrayBuffer(5 * 1024 * 1024 + 1), jpeg)
    expect(error).not.toBeNull()
    expect(await filesOf(owner)).not.toContain('1763600000001-compressed.jpg')
  })

  test('cannot put another picture under a name that is taken', async () => {
    const picture = await uploadPicture(owner)
    const before = await (await fetch(picture.url)).arrayBuffer()
    const files = owner.client.storage.from(bucket)
    for (const attempt of [
      files.upload(picture.path, new ArrayBuffer(10), { ...jpeg, upsert: true }),
      files.update(picture.path, new ArrayBuffer(10), jpeg),
      files.upload(picture.path, new ArrayBuffer(10), jpeg),
    ]) {
      expect((await attempt).error).not.toBeNull()
    }
    expect(await (await fetch(picture.url)).arrayBuffer()).toEqual(before)
  })

  test('removes a picture that nothing uses', async () => {
    const picture = await uploadPicture(owner)
    const { data } = await owner.client.storage.from(bucket).remove([picture.path])
    expect(data).toHaveLength(1)
    expect(await isThere(picture.url)).toBe(false)
  })

  test('cannot remove a picture that a listing shows, nor one that waits for review', async () => {
    const [shown, held] = [await uploadPicture(owner), await uploadPicture(owner)]
    const listing = await createListing(owner, { image_url: shown.url, status: 'approved' })
    await owner.client
      .from('communities')
      .update({ image_url: held.url })
      .eq('id', listing.id)
      .throwOnError()
    for (const picture of [shown, held]) {
      const { data } = await owner.client.storage.from(bucket).remove([picture.path])
      expect(data).toEqual([])
      expect(await isThere(picture.url)).toBe(true)
    }
    await owner.client.from('communities').delete().eq('id', listing.id).throwOnError()
    const { data } = await owner.client.storage.from(bucket).remove([shown.path])
    expect(data).toHaveLength(1)
  })
})

describe('a stranger', () => {
  test("does not upload into another person's folder", async () => {
    const before = await filesOf(owner)
    await expect(uploadPicture(stranger, { folder: owner.id })).rejects.toThrow(
      /row-level security/,
    )
    expect(await filesOf(owner)).toEqual(before)
  })

  test("does not list, replace, move or remove another person's pictures", async () => {
    const picture = await uploadPicture(owner)
    const files = stranger.client.storage.from(bucket)
    expect((await files.list(owner.id)).data).toEqual([])
    expect((await files.update(picture.path, new ArrayBuffer(9), jpeg)).error).not.toBeNull()
    const taken = `${stranger.id}/1763600000002-compressed.jpg`
    expect((await files.move(picture.path, taken)).error).not.toBeNull()
    const removed = await files.remove([picture.path])
    expect(removed.data ?? []).toEqual([])
    expect(await isThere(picture.url)).toBe(true)
  })
})

describe('an admin', () => {
  test("adds to an owner's folder, and tidies it", async () => {
    const picture = await uploadPicture(admin, { folder: owner.id })
    expect(await isThere(picture.url)).toBe(true)
    const { data } = await admin.client.storage.from(bucket).remove([picture.path])
    expect(data).toHaveLength(1)
  })
})

describe('an anonymous visitor', () => {
  test('uploads, lists and removes nothing', async () => {
    const picture = await uploadPicture(owner)
    const files = createTestClient(inject('publishableKey')).storage.from(bucket)
    const path = `${owner.id}/1763600000003-compressed.jpg`
    expect((await files.upload(path, new ArrayBuffer(9), jpeg)).error).not.toBeNull()
    expect((await files.list(owner.id)).data ?? []).toEqual([])
    const removed = await files.remove([picture.path])
    expect(removed.data ?? []).toEqual([])
    expect(await isThere(picture.url)).toBe(true)
  })
})
