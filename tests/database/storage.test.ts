import { describe, expect, inject, test } from 'vitest'
import { smallLimits } from '../../src/features/listing/images/encode-image.ts'
import { getSmallUrl } from '../../src/features/community/images.ts'
import { toUserError } from '../../src/supabase/errors.ts'
import { createCommunity, updateCommunity } from '../support/communities.ts'
import { readImageFolder, uploadImage, uploadVersions } from '../support/images.ts'
import { createSecretClient, createTestClient, createUsersAndAdmin } from '../support/users.ts'

/* The image folders of users. rules-agree.test.ts compares the limits of the bucket and of the app. */

const bucket = 'community-images'
const jpeg = { contentType: 'image/jpeg' }

const [owner, stranger, admin] = await createUsersAndAdmin()
/** The image folder of the owner. */
const folder = await readImageFolder(owner)
const files = owner.client.storage.from(bucket)

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

  test('cannot upload a file with another name, in another folder or of another type', async () => {
    const before = await listFiles()
    const badName = /row-level security|Invalid key/i
    for (const name of [
      'image.jpg',
      '-compressed.jpg',
      '1763600000000-compressed.html',
      '1763600000000-compressed.svg',
      // Small versions in another size and of another type.
      '1763600000000-960.jpg',
      '1763600000000-480.webp',
      'deeper/1763600000000-compressed.jpg',
      '../1763600000000-compressed.jpg',
    ])
      await expect(uploadImage(owner, { folder, name })).rejects.toThrow(badName)
    for (const contentType of ['text/html', 'image/svg+xml', 'application/javascript'])
      await expect(uploadImage(owner, { folder, contentType })).rejects.toThrow(
        /mime type .* is not/i,
      )
    expect(await listFiles()).toEqual(before)
  })

  test('cannot upload a file without a type, as bytes or in a form', async () => {
    const before = await listFiles()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(100)]))
    for (const body of [new Uint8Array(100), form]) {
      const path = `/storage/v1/object/${bucket}/${folder}/1763600000009-compressed.jpg`
      const answer = await fetch(inject('supabaseUrl') + path, {
        method: 'POST',
        headers: { apikey: inject('publishableKey'), authorization: `Bearer ${owner.accessToken}` },
        body,
      })
      expect(answer.status).toBe(400)
    }
    expect(await listFiles()).toEqual(before)
  })

  test('cannot upload more than 5 MB, outside all folders, or to a new bucket', async () => {
    const before = await listFiles()
    const name = '1763600000001-compressed.jpg'
    for (const [{ error }, code] of [
      [await files.upload(`${folder}/${name}`, new ArrayBuffer(5 * 1024 * 1024 + 1), jpeg), '413'],
      [await files.upload(name, new ArrayBuffer(9), jpeg), '403'],
      [await owner.client.storage.createBucket('mine', { public: true }), '403'],
    ] as const) {
      expect(error).toMatchObject({ statusCode: code })
    }
    expect(await listFiles()).toEqual(before)
    expect(await isStored(files.getPublicUrl(name).data.publicUrl)).toBe(false)
    expect((await createSecretClient().storage.getBucket('mine')).data).toBeNull()
  })

  test('cannot replace a stored image', async () => {
    const image = await uploadImage(owner)
    const before = await (await fetch(image.url)).arrayBuffer()
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
    for (let round = 0; round < 3; round += 1) {
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

  const noAccount = 'This image folder does not belong to an account.'
  test.each([
    ['an empty image', () => folder, 0, 'The image is empty.'],
    ['an image in a folder without an owner', () => crypto.randomUUID(), 9, noAccount],
    ['an image in a folder named after the account id', () => owner.id, 9, noAccount],
  ])('sees a message when %s is refused', async (_what, folderOf, bytes, message) => {
    const path = `${folderOf()}/1763600000002-compressed.jpg`
    const answer = await fetch(`${inject('supabaseUrl')}/storage/v1/object/${bucket}/${path}`, {
      method: 'POST',
      // Bypasses the policies, which refuse other folders first.
      headers: { apikey: inject('secretKey'), 'content-type': 'image/jpeg' },
      body: new ArrayBuffer(bytes),
    })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { statusCode: '403', error: 'Unauthorized', code: 'AccessDenied', message },
    ])
    const { error } = await files.upload(path, new ArrayBuffer(bytes), jpeg)
    expect(toUserError(error).message).toBe(path.startsWith(folder) ? message : '')
    expect(await isStored(files.getPublicUrl(path).data.publicUrl)).toBe(false)
  })

  test('deletes an image only while no community uses it, live or held', async () => {
    const [shown, held] = [await uploadImage(owner), await uploadImage(owner)]
    const { id } = await createCommunity(owner, { image_url: shown.url, status: 'approved' })
    await updateCommunity(owner, id, { image_url: held.url }).throwOnError()
    for (const image of [shown, held]) {
      expect((await files.remove([image.path])).data).toEqual([])
      expect(await isStored(image.url)).toBe(true)
    }
    await owner.client.from('communities').delete().eq('id', id).throwOnError()
    expect((await files.remove([shown.path])).data).toHaveLength(1)
    expect(await isStored(shown.url)).toBe(false)
  })
})

describe('the small version of an image', () => {
  let time = 1_763_600_200_000
  /** Returns the names of a new image: the full and the small version. */
  const newNames = () => {
    time += 1
    return { full: `${time}-compressed.jpg`, small: `${time}-480.jpg` }
  }
  const tryUpload = async (name: string, bytes: number, client = owner.client) =>
    (
      await client.storage
        .from(bucket)
        .upload(`${folder}/${name}`, new Uint8Array(bytes).fill(7).buffer, jpeg)
    ).error

  test('is stored before the image and is public, with at most 150 kB', async () => {
    const { full, small } = newNames()
    const tooLarge = await tryUpload(small, smallLimits.bytes + 1)
    expect(tooLarge?.message).toBe('The small version of an image must be at most 150 kB.')
    expect(await listFiles()).not.toContain(small)
    expect(await tryUpload(small, smallLimits.bytes)).toBeNull()
    const image = await uploadImage(owner, { name: full })
    const stored = await fetch(getSmallUrl(image.url))
    expect((await stored.arrayBuffer()).byteLength).toBe(smallLimits.bytes)
  })

  test('is not added to a stored image, which an admin may have approved', async () => {
    const { full, small } = newNames()
    const { url } = await uploadImage(owner, { name: full })
    await createCommunity(owner, { image_url: url, status: 'approved' })
    for (const { client } of [owner, admin]) {
      const error = await tryUpload(small, 9, client)
      expect(error).toMatchObject({
        statusCode: '403',
        message: 'The small version must be uploaded before the image.',
      })
    }
    expect(await listFiles()).not.toContain(small)
    // An operator may add it, who has seen both.
    expect(await tryUpload(small, 9, createSecretClient())).toBeNull()
  })

  test('cannot be replaced, and is not deleted while a community uses the image', async () => {
    const { full, small } = await uploadVersions(owner)
    const { id } = await createCommunity(owner, { image_url: full.url })
    const before = await (await fetch(small.url)).arrayBuffer()
    const overwrites = [
      await files.upload(small.path, new ArrayBuffer(10), { ...jpeg, upsert: true }),
      await files.update(small.path, new ArrayBuffer(10), jpeg),
      await files.move(small.path, `${folder}/1763600200000-480.jpg`),
    ]
    for (const { error } of overwrites)
      expect(error).toMatchObject({ statusCode: expect.stringMatching(/^40[349]$/) })
    expect((await files.remove([small.path])).data).toEqual([])
    expect(await (await fetch(small.url)).arrayBuffer()).toEqual(before)

    await owner.client.from('communities').delete().eq('id', id).throwOnError()
    expect((await files.remove([small.path, full.path])).data).toHaveLength(2)
    expect(await isStored(small.url)).toBe(false)
  })

  test('cannot be the image of a community', async () => {
    const { small } = await uploadVersions(owner)
    const community = await createCommunity(owner)
    const { error } = await updateCommunity(owner, community.id, { image_url: small.url })
    expect(error?.code).toBe('23514')
    const read = createSecretClient().from('communities').select('image_url').eq('id', community.id)
    expect((await read.single()).data?.image_url).toBe(community.image_url)
  })
})

test.each([
  ['a stranger', () => stranger.client],
  ['an anonymous visitor', () => createTestClient()],
])("%s cannot upload, list, replace, move or delete an owner's images", async (_who, client) => {
  const image = await uploadImage(owner)
  const [bytes, before] = [await (await fetch(image.url)).arrayBuffer(), await listFiles()]
  const others = client().storage.from(bucket)
  const taken = `${await readImageFolder(stranger)}/1763600000002-compressed.jpg`
  for (const [{ error }, code] of [
    [await others.upload(`${folder}/1763600000003-compressed.jpg`, bytes, jpeg), '403'],
    [await others.upload(`${folder}/1763600000003-480.jpg`, bytes, jpeg), '403'],
    [await others.update(image.path, new ArrayBuffer(9), jpeg), '403'],
    [await others.move(image.path, taken), '404'],
  ] as const) {
    expect(error).toMatchObject({ statusCode: code })
  }
  expect((await others.list(folder)).data ?? []).toEqual([])
  expect((await others.remove([image.path])).data ?? []).toEqual([])
  expect(await listFiles()).toEqual(before)
  expect(await (await fetch(image.url)).arrayBuffer()).toEqual(bytes)
})

test("an admin uploads to an owner's folder and deletes from it", async () => {
  const image = await uploadImage(admin, { folder })
  expect(await isStored(image.url)).toBe(true)
  expect((await admin.client.storage.from(bucket).remove([image.path])).data).toHaveLength(1)
})

test('the description of an image does not contain the account of its uploader', async () => {
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
  const image = await uploadImage(owner)
  const name = image.path.split('/').at(-1)
  for (const token of [owner.accessToken, stranger.accessToken, inject('publishableKey')]) {
    for (const path of ['', 'public/', 'authenticated/']) {
      const { text } = await read(token, `object/info/${path}${bucket}/${image.path}`)
      expect(text).not.toContain(owner.id)
    }
  }
  const own = await read(owner.accessToken, `object/info/${bucket}/${image.path}`)
  const list = await read(owner.accessToken, `object/list/${bucket}`, { prefix: folder })
  for (const { status, text } of [own, list]) {
    expect(status).toBe(200)
    expect(text).toContain(name)
    expect(text).not.toContain(owner.id)
  }
})

test('a signed URL with a forged token is refused', async () => {
  const before = await listFiles()
  const headers = { apikey: inject('publishableKey'), 'content-type': 'image/jpeg' }
  const body = new Uint8Array([255, 216, 255])
  for (const token of ['x', 'a.b.c', `${btoa('{"alg":"none"}')}.${btoa('{"url":"x"}')}.`]) {
    const url = (path: string) =>
      `${inject('supabaseUrl')}/storage/v1/object/${path}/${bucket}/${folder}/1763600000008-compressed.jpg?token=${token}`
    for (const answer of [
      await fetch(url('upload/sign'), { method: 'PUT', headers, body }),
      await fetch(url('sign'), { headers }),
    ])
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining('InvalidJWT'),
      ])
  }
  expect(await listFiles()).toEqual(before)
})
