import { describe, expect, inject, test } from 'vitest'
import { maxUploadBytes } from '../../src/communities/images/prepare-image.ts'
import { toUserError } from '../../src/supabase/errors.ts'
import { createCommunity } from '../support/communities.ts'
import { readImageFolder, uploadImage } from '../support/images.ts'
import { createSecretClient, createTestClient, createUser } from '../support/users.ts'

const bucket = 'community-images'
const jpeg = { contentType: 'image/jpeg' }

const [owner, stranger, admin] = await Promise.all([
  createUser(),
  createUser(),
  createUser({ admin: true }),
])
/** The image folder of the owner. */
const folder = await readImageFolder(owner)

const isStored = async (url: string) => (await fetch(url)).ok

/** Lists the owner's folder with unrestricted access. */
async function listFiles(): Promise<string[]> {
  const { data } = await createSecretClient().storage.from(bucket).list(folder)
  return (data ?? []).map(({ name }) => name.split('/').at(-1) ?? '').toSorted()
}

describe('an owner', () => {
  test('uploads to their own folder, and the image is public', async () => {
    const image = await uploadImage(owner)
    expect(image.url).not.toContain(owner.id)
    const seen = await fetch(image.url)
    expect(seen.status).toBe(200)
    expect(seen.headers.get('content-type')).toBe('image/jpeg')
    expect((await seen.arrayBuffer()).byteLength).toBeGreaterThan(100)
  })

  test.each([
    ['a name in another format', 'image.jpg'],
    ['a name without a timestamp', '-compressed.jpg'],
    ['a web page', '1763600000000-compressed.html'],
    ['a vector image', '1763600000000-compressed.svg'],
    ['a file in a subfolder', 'deeper/1763600000000-compressed.jpg'],
    ['a file in a parent folder', '../1763600000000-compressed.jpg'],
  ])('cannot upload %s', async (_what, name) => {
    const before = await listFiles()
    await expect(uploadImage(owner, { name })).rejects.toThrow(/row-level security|Invalid key/i)
    expect(await listFiles()).toEqual(before)
  })

  test.each(['text/html', 'image/svg+xml', 'application/javascript'])(
    'cannot upload the type %s',
    async (contentType) => {
      const before = await listFiles()
      await expect(uploadImage(owner, { contentType })).rejects.toThrow(
        /mime type .* is not supported/i,
      )
      expect(await listFiles()).toEqual(before)
    },
  )

  test.each([
    ['as bytes', () => new Uint8Array(100)],
    [
      'in a form',
      () => {
        const form = new FormData()
        form.append('file', new Blob([new Uint8Array(100)]))
        return form
      },
    ],
  ])('cannot upload a file without a type %s', async (_how, body) => {
    const before = await listFiles()
    const path = `/storage/v1/object/${bucket}/${folder}/1763600000009-compressed.jpg`
    const answer = await fetch(inject('supabaseUrl') + path, {
      method: 'POST',
      headers: { apikey: inject('publishableKey'), authorization: `Bearer ${owner.accessToken}` },
      body: body(),
    })
    expect(answer.status).toBe(400)
    expect(await listFiles()).toEqual(before)
  })

  test('cannot upload more than 5 MB', async () => {
    const path = `${folder}/1763600000001-compressed.jpg`
    const { error } = await owner.client.storage
      .from(bucket)
      .upload(path, new ArrayBuffer(5 * 1024 * 1024 + 1), jpeg)
    expect(error).toMatchObject({ statusCode: '413' })
    expect(await listFiles()).not.toContain('1763600000001-compressed.jpg')
  })

  test('cannot replace a stored image', async () => {
    const image = await uploadImage(owner)
    const before = await (await fetch(image.url)).arrayBuffer()
    const files = owner.client.storage.from(bucket)
    for (const attempt of [
      files.upload(image.path, new ArrayBuffer(10), { ...jpeg, upsert: true }),
      files.update(image.path, new ArrayBuffer(10), jpeg),
      files.upload(image.path, new ArrayBuffer(10), jpeg),
    ]) {
      expect((await attempt).error?.message).toMatch(/already exists|row-level security/)
    }
    expect(await (await fetch(image.url)).arrayBuffer()).toEqual(before)
  })

  test('keeps the first of concurrent uploads with the same name', async () => {
    const files = owner.client.storage.from(bucket)
    for (let round = 0; round < 10; round += 1) {
      const path = `${folder}/${1_763_600_100_000 + round}-compressed.jpg`
      const outcomes = await Promise.all(
        [1, 2, 3, 4].map(async (byte) => {
          const bytes = new Uint8Array(20_000).fill(byte)
          const { error } = await files.upload(path, bytes.buffer, jpeg)
          return { byte, error }
        }),
      )
      const winners = outcomes.filter(({ error }) => error === null)
      expect(winners).toHaveLength(1)
      // 403 if the policies are checked before the winner commits: an upload must not replace a file.
      const refused = expect.objectContaining({
        status: 400,
        statusCode: expect.stringMatching(/^40[39]$/),
      })
      expect(outcomes.flatMap(({ error }) => error ?? [])).toEqual([refused, refused, refused])
      const stored = await fetch(files.getPublicUrl(path).data.publicUrl)
      const bytes = new Uint8Array(await stored.arrayBuffer())
      expect(bytes).toEqual(new Uint8Array(20_000).fill(winners[0]?.byte ?? 0))
    }
  })

  test.each([
    ['an empty image', () => folder, new ArrayBuffer(0), 'The image is empty.'],
    [
      'an image in a folder without an owner',
      () => crypto.randomUUID(),
      new ArrayBuffer(9),
      'This image folder does not belong to an account.',
    ],
    [
      'an image in a folder named after the account id',
      () => owner.id,
      new ArrayBuffer(9),
      'This image folder does not belong to an account.',
    ],
  ])('sees a message when %s is refused', async (_what, folderOf, bytes, message) => {
    const path = `${folderOf()}/1763600000002-compressed.jpg`
    const answer = await fetch(`${inject('supabaseUrl')}/storage/v1/object/${bucket}/${path}`, {
      method: 'POST',
      // Bypasses the policies, which refuse other folders first.
      headers: { apikey: inject('secretKey'), 'content-type': 'image/jpeg' },
      body: bytes,
    })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { statusCode: '403', error: 'Unauthorized', code: 'AccessDenied', message },
    ])
    const { error } = await owner.client.storage.from(bucket).upload(path, bytes, jpeg)
    expect(toUserError(error).message).toBe(path.startsWith(folder) ? message : '')
    expect(
      await isStored(owner.client.storage.from(bucket).getPublicUrl(path).data.publicUrl),
    ).toBe(false)
  })

  test('deletes an unused image', async () => {
    const image = await uploadImage(owner)
    const { data } = await owner.client.storage.from(bucket).remove([image.path])
    expect(data).toHaveLength(1)
    expect(await isStored(image.url)).toBe(false)
  })

  test('cannot delete a live or a held image of a community', async () => {
    const [shown, held] = [await uploadImage(owner), await uploadImage(owner)]
    const community = await createCommunity(owner, { image_url: shown.url, status: 'approved' })
    await owner.client
      .from('communities')
      .update({ image_url: held.url })
      .eq('id', community.id)
      .throwOnError()
    for (const image of [shown, held]) {
      const { data } = await owner.client.storage.from(bucket).remove([image.path])
      expect(data).toEqual([])
      expect(await isStored(image.url)).toBe(true)
    }
    await owner.client.from('communities').delete().eq('id', community.id).throwOnError()
    const { data } = await owner.client.storage.from(bucket).remove([shown.path])
    expect(data).toHaveLength(1)
  })
})

describe('a stranger', () => {
  test("cannot upload to another user's folder", async () => {
    const before = await listFiles()
    await expect(uploadImage(stranger, { folder })).rejects.toThrow(/row-level security/)
    expect(await listFiles()).toEqual(before)
  })

  test("cannot list, replace, move or delete another user's images", async () => {
    const image = await uploadImage(owner)
    const files = stranger.client.storage.from(bucket)
    expect((await files.list(folder)).data).toEqual([])
    const replaced = await files.update(image.path, new ArrayBuffer(9), jpeg)
    expect(replaced.error).toMatchObject({ statusCode: '403' })
    const taken = `${await readImageFolder(stranger)}/1763600000002-compressed.jpg`
    const moved = await files.move(image.path, taken)
    expect(moved.error).toMatchObject({ statusCode: '404' })
    const removed = await files.remove([image.path])
    expect(removed.data ?? []).toEqual([])
    expect(await isStored(image.url)).toBe(true)
  })
})

describe('an admin', () => {
  test("uploads to an owner's folder and deletes from it", async () => {
    const image = await uploadImage(admin, { folder })
    expect(await isStored(image.url)).toBe(true)
    const { data } = await admin.client.storage.from(bucket).remove([image.path])
    expect(data).toHaveLength(1)
  })
})

describe('an anonymous visitor', () => {
  test('cannot upload, list or delete images', async () => {
    const image = await uploadImage(owner)
    const files = createTestClient(inject('publishableKey')).storage.from(bucket)
    const path = `${folder}/1763600000003-compressed.jpg`
    const uploaded = await files.upload(path, new ArrayBuffer(9), jpeg)
    expect(uploaded.error).toMatchObject({ statusCode: '403' })
    expect((await files.list(folder)).data ?? []).toEqual([])
    const removed = await files.remove([image.path])
    expect(removed.data ?? []).toEqual([])
    expect(await isStored(image.url)).toBe(true)
  })
})

test('the upload limit is the same in the app and in the bucket', async () => {
  const { data } = await createSecretClient().storage.getBucket('community-images')
  expect(data?.file_size_limit).toBe(maxUploadBytes)
})

describe('the account of an uploader', () => {
  const read = async (token: string, path: string, body?: object) => {
    const response = await fetch(`${inject('supabaseUrl')}/storage/v1/${path}`, {
      headers: {
        apikey: inject('publishableKey'),
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }

  test('is not in the description of an image', async () => {
    const image = await uploadImage(owner)
    const name = image.path.split('/').at(-1)
    const tokens = [owner.accessToken, stranger.accessToken, inject('publishableKey')]
    for (const token of tokens) {
      for (const path of ['', 'public/', 'authenticated/']) {
        const { text } = await read(token, `object/info/${path}${bucket}/${image.path}`)
        expect(text).not.toContain(owner.id)
      }
    }
    const own = await read(owner.accessToken, `object/info/${bucket}/${image.path}`)
    expect(own.status).toBe(200)
    expect(own.text).toContain(name)
    const list = await read(owner.accessToken, `object/list/${bucket}`, { prefix: folder })
    expect(list.status).toBe(200)
    expect(list.text).toContain(name)
    expect(list.text).not.toContain(owner.id)
  })
})

describe('a signed URL with a forged token', () => {
  const url = (path: string, token: string) =>
    `${inject('supabaseUrl')}/storage/v1/object/${path}/${bucket}/${folder}/1763600000008-compressed.jpg?token=${token}`

  test.each(['x', 'a.b.c', `${btoa('{"alg":"none"}')}.${btoa('{"url":"x"}')}.`])(
    'is refused: %s',
    async (token) => {
      const before = await listFiles()
      const headers = { apikey: inject('publishableKey'), 'content-type': 'image/jpeg' }
      const uploaded = await fetch(url('upload/sign', token), {
        method: 'PUT',
        headers,
        body: new Uint8Array([255, 216, 255]),
      })
      expect([uploaded.status, (await uploaded.text()).includes('InvalidJWT')]).toEqual([400, true])
      const read = await fetch(url('sign', token), { headers })
      expect([read.status, (await read.text()).includes('InvalidJWT')]).toEqual([400, true])
      expect(await listFiles()).toEqual(before)
    },
  )
})
