import { beforeAll, expect, inject, test } from 'vitest'
import { readImageFolder, uploadImage } from '../../support/images.ts'
import { createSecretClient, createUser, type TestUser } from '../../support/users.ts'

/* What only storage-api offers: more ways to upload a file, and stricter requests. */

const bucket = 'community-images'
const storageUrl = `${inject('supabaseUrl')}/storage/v1`
let owner: TestUser
let folder: string
let timestamp = 1_763_600_000_000

beforeAll(async () => {
  owner = await createUser()
  folder = await readImageFolder(owner)
})

const newPath = () => `${folder}/${(timestamp += 1)}-compressed.jpg`

interface Init {
  method: string
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}
type Send = (path: string, init: Init) => Promise<Response>

/** Sends a request of the owner's browser. */
const send: Send = (path, init) =>
  fetch(storageUrl + path, {
    ...init,
    headers: {
      apikey: inject('publishableKey'),
      authorization: `Bearer ${owner.accessToken}`,
      ...init.headers,
    },
  })

/** Sends a request that bypasses the policies. */
const sendWithSecretKey: Send = (path, init) =>
  fetch(storageUrl + path, { ...init, headers: { apikey: inject('secretKey'), ...init.headers } })

async function readContent(path: string): Promise<string | null> {
  const { data } = await createSecretClient().storage.from(bucket).download(path)
  return data && data.text()
}

/** Starts a resumable upload and sends its bytes. */
async function uploadInParts(path: string, isUpsert: boolean, sendAs = send): Promise<void> {
  const bytes = new TextEncoder().encode('swapped')
  const metadata = { bucketName: bucket, objectName: path, contentType: 'image/jpeg' }
  const encoded = Object.entries(metadata).map(([key, value]) => `${key} ${btoa(value)}`)
  const tus = { 'tus-resumable': '1.0.0', 'x-upsert': String(isUpsert) }
  const created = await sendAs('/upload/resumable', {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': encoded.join(','),
    },
  })
  const location = created.headers.get('location')
  if (!location) return
  const uploadPath = new URL(location, storageUrl).pathname.replace(
    /^.*(?=\/upload\/resumable)/,
    '',
  )
  await sendAs(uploadPath, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: bytes,
  })
}

test.each([true, false])(
  'a stored image cannot be replaced by a resumable upload (upsert: %s)',
  async (isUpsert) => {
    const { path } = await uploadImage(owner)
    const before = await readContent(path)
    await uploadInParts(path, isUpsert)
    expect(await readContent(path)).toBe(before)
  },
)

test('only the secret key can add an image with a resumable upload', async () => {
  const path = newPath()
  await uploadInParts(path, false)
  expect(await readContent(path)).toBeNull()
  await uploadInParts(path, false, sendWithSecretKey)
  expect(await readContent(path)).toBe('swapped')
})

test('a signed upload URL cannot replace a stored image', async () => {
  const { path } = await uploadImage(owner)
  const before = await readContent(path)
  const files = owner.client.storage.from(bucket)
  for (const upsert of [true, false]) {
    const { data } = await files.createSignedUploadUrl(path, { upsert })
    if (data) await files.uploadToSignedUrl(path, data.token, new Blob(['swapped']))
  }
  expect(await readContent(path)).toBe(before)
})

test('a signed upload URL cannot add an image to the folder of another user', async () => {
  const stranger = await createUser()
  const path = newPath()
  const files = stranger.client.storage.from(bucket)
  const { data } = await files.createSignedUploadUrl(path)
  if (data) await files.uploadToSignedUrl(path, data.token, new Blob(['strange']))
  expect(await readContent(path)).toBeNull()
})
