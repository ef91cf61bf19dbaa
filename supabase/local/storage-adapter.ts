import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { App } from '@supabase/lite'
import { duplicateMessage } from './service-errors.ts'

/** Lite does not export the name of this type. */
type StorageAdapter = NonNullable<App['_storageAdapter']>
type ObjectMetadata = Awaited<ReturnType<StorageAdapter['headObject']>>

/** Stores uploaded files below `root`, each with its metadata in a JSON file beside it. */
export function createStorageAdapter(root: string): StorageAdapter {
  function getPath(bucket: string, key: string): string {
    const path = resolve(root, bucket, key)
    if (!path.startsWith(resolve(root, bucket) + sep)) throw new Error('Invalid object name')
    return path
  }

  async function remove(bucket: string, key: string) {
    const path = getPath(bucket, key)
    await Promise.all([rm(path, { force: true }), rm(`${path}.json`, { force: true })])
  }

  return {
    driver: root,
    async getObject(bucket, key) {
      const { body, metadata } = await read(getPath(bucket, key))
      return { metadata, httpStatusCode: 200, body }
    },
    async uploadObject(bucket, key, _version, body, contentType, cacheControl) {
      const bytes = body instanceof Uint8Array ? Buffer.from(body) : await buffer(body)
      return write(getPath(bucket, key), bytes, contentType, cacheControl)
    },
    deleteObject: (bucket, key) => remove(bucket, key),
    async deleteObjects(bucket, keys) {
      await Promise.all(keys.map((key) => remove(bucket, key)))
    },
    async copyObject(bucket, source, _version, destinationBucket, destination) {
      const { body, metadata } = await read(getPath(bucket, source))
      return write(
        getPath(destinationBucket, destination),
        body,
        metadata.mimetype,
        metadata.cacheControl,
      )
    },
    async headObject(bucket, key) {
      return (await read(getPath(bucket, key))).metadata
    },
    async privateAssetUrl(bucket, key) {
      return join('local', bucket, key)
    },
  }
}

async function read(path: string): Promise<{ body: Buffer; metadata: ObjectMetadata }> {
  const [body, kept] = await Promise.all([readFile(path), readFile(`${path}.json`, 'utf8')])
  const metadata: ObjectMetadata = JSON.parse(kept)
  return { body, metadata: { ...metadata, lastModified: new Date(metadata.lastModified ?? 0) } }
}

async function write(path: string, body: Buffer, contentType: string, cacheControl: string) {
  const metadata: ObjectMetadata = {
    cacheControl,
    contentLength: body.byteLength,
    size: body.byteLength,
    mimetype: contentType,
    lastModified: new Date(),
    eTag: `"${createHash('md5').update(body).digest('hex')}"`,
    httpStatusCode: 200,
  }
  await mkdir(dirname(path), { recursive: true })
  try {
    // Uploads never overwrite: of two uploads with the same name, the first one wins.
    await writeFile(path, body, { flag: 'wx' })
    await writeFile(`${path}.json`, JSON.stringify(metadata))
  } catch (error) {
    if (isExistingFile(error)) throw Object.assign(new Error(duplicateMessage), { code: '23505' })
    // A full disk must not leave an incomplete image.
    await Promise.all([rm(path, { force: true }), rm(`${path}.json`, { force: true })])
    throw error
  }
  return metadata
}

const isExistingFile = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'
