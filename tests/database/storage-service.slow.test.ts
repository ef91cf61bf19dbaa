import { Client } from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { signedInClaims } from '../../tooling/postgres/postgres.ts'
import { startMigratedPostgres } from './migrated-postgres.ts'

/*
 * Acts like the storage service of a hosted project: it checks the policies with a trial insert that it rolls back,
 * and then writes as the service role, which bypasses them. The embedded service does not work like this.
 */

const { url: databaseUrl, sql, createAccount, stop } = await startMigratedPostgres()
afterAll(stop)
let owner: string
/** A new name in the image folder of the owner. */
let name: string
let timestamp = 1_763_600_000_000

beforeEach(async () => {
  owner = await createAccount()
  const folder = 'select image_folder from public.profiles where id = $1'
  const { rows } = await sql.query(folder, [owner])
  name = `${rows[0].image_folder}/${(timestamp += 1)}-compressed.jpg`
})

/** Runs in a role, with the settings that the service applies to a request. Rolls back unless `keep` is set. */
async function inRole<T>(
  role: 'authenticated' | 'service_role',
  { operation = '', keep = false },
  work: () => Promise<T>,
): Promise<T> {
  await sql.query('begin')
  try {
    await sql.query(
      `select set_config('role', $1, true), set_config('storage.operation', $2, true),
         set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claims', $4, true)`,
      role === 'authenticated'
        ? [role, operation, owner, JSON.stringify(signedInClaims(owner))]
        : [role, operation, '', JSON.stringify({ role })],
    )
    const result = await work()
    await sql.query(keep ? 'commit' : 'rollback')
    return result
  } catch (error) {
    await sql.query('rollback')
    throw error
  }
}

/** Runs a statement about the image as the service, which bypasses the policies. */
const asService = (statement: string, ...values: unknown[]) =>
  inRole('service_role', { keep: true }, () => sql.query(statement, [name, ...values]))

/** Writes the row of an uploaded file, as the service does after storing its bytes. */
const finishUpload = (version: string, metadata: object = {}) =>
  asService(
    `insert into storage.objects (bucket_id, name, owner_id, version, metadata)
     values ('community-images', $1, $2, $3, $4)
     on conflict (bucket_id, name) do update
     set version = excluded.version, metadata = excluded.metadata, owner_id = excluded.owner_id`,
    owner,
    version,
    JSON.stringify({ size: 1000, mimetype: 'image/jpeg', ...metadata }),
  )

/** Checks the policies for an upload, as the service does. */
const checkPolicies = (operation: string) =>
  inRole('authenticated', { operation }, () =>
    sql.query(
      `insert into storage.objects (bucket_id, name, owner_id, version)
       values ('community-images', $1, $2, '1')`,
      [name, owner],
    ),
  )

async function readObjects() {
  const { rows } = await sql.query(
    'select bucket_id, name, version, metadata from storage.objects where name = $1',
    [name],
  )
  return rows
}

const isKept = 'Stored images cannot be replaced.'

const change = (columns: string) =>
  asService(`update storage.objects set ${columns} where name = $1`)

test.each<[how: string, message: string, change: () => Promise<unknown>]>([
  ['replaced by an upload that was signed before', isKept, () => finishUpload('swapped')],
  [
    'given another type',
    'Images must be JPEG, PNG or GIF.',
    () => change(`metadata = '{"mimetype": "text/html"}'`),
  ],
])('a stored image is not %s by the service: %s', async (_how, message, attack) => {
  await finishUpload('reviewed')
  const before = await readObjects()
  expect(before).toMatchObject([{ version: 'reviewed' }])
  await expect(attack()).rejects.toThrow(message)
  expect(await readObjects()).toEqual(before)
  // The service records that the image was read.
  expect((await change('last_accessed_at = now()')).rowCount).toBe(1)
})

test('an image is not moved here from another bucket', async () => {
  await sql.query(`insert into storage.buckets (id, name) values ('elsewhere', 'elsewhere')`)
  await sql.query(`insert into storage.objects (bucket_id, name) values ('elsewhere', $1)`, [name])
  await expect(change(`bucket_id = 'community-images'`)).rejects.toThrow(isKept)
  expect(await readObjects()).toMatchObject([{ bucket_id: 'elsewhere' }])
})

describe('an upload', () => {
  test('is allowed only as a plain upload', async () => {
    for (const operation of ['', 'storage.object.upload']) {
      expect(await checkPolicies(operation)).toMatchObject({ rowCount: 1 })
    }
    for (const operation of [
      'storage.object.sign_upload_url',
      'storage.object.upload_signed',
      'storage.object.upload_update',
      'storage.object.copy',
      'storage.tus.upload.create',
      'storage.s3.upload',
    ]) {
      await expect(checkPolicies(operation)).rejects.toThrow(/row-level security/)
    }
    expect(await readObjects()).toEqual([])
  })

  test('to the folder of an account that is deleted in the meantime is refused', async () => {
    expect(await checkPolicies('storage.object.upload')).toMatchObject({ rowCount: 1 })
    await sql.query('delete from auth.users where id = $1', [owner])
    await expect(finishUpload('late')).rejects.toThrow(/does not belong to an account/)
    expect(await readObjects()).toEqual([])
  })

  test.each([
    ...[0, '0'].map((size) => [{ size }, 'The image is empty.'] as const),
    ...[null, '', 'text/html', 'application/octet-stream', 'image/svg+xml'].map(
      (mimetype) => [{ mimetype }, 'Images must be JPEG, PNG or GIF.'] as const,
    ),
  ])('of %j is refused, although the service accepts it', async (metadata, message) => {
    await expect(finishUpload('first', metadata)).rejects.toThrow(message)
    expect(await readObjects()).toEqual([])
  })
})

test('an image gets no small version once it is stored, even if that upload began before', async () => {
  const full = name
  name = full.replace('-compressed', '-480')
  expect(await checkPolicies('storage.object.upload')).toMatchObject({ rowCount: 1 })
  const other = new Client({ connectionString: databaseUrl })
  await other.connect()
  await other.query('begin')
  await other.query(
    `insert into storage.objects (bucket_id, name, metadata)
     values ('community-images', $1, '{"size": 1000, "mimetype": "image/jpeg"}')`,
    [full],
  )
  const refused = finishUpload('late').catch((error: unknown) => error)
  await other.query('commit')
  await other.end()
  const message = 'The small version must be uploaded before the image.'
  expect(await refused).toMatchObject({ code: '42501', message })
  expect(await readObjects()).toEqual([])
})

test('an image that a concurrent save starts to use is not deleted', async () => {
  await finishUpload('reviewed')
  const other = new Client({ connectionString: databaseUrl })
  await other.connect()
  const url = `https://project.example/storage/v1/object/public/community-images/${name}`
  const claims = { ...signedInClaims(owner), iss: 'https://project.example/auth/v1' }
  await other.query('begin')
  await other.query(`select set_config('role', 'authenticated', true),
    set_config('request.jwt.claim.sub', '${owner}', true),
    set_config('request.jwt.claims', '${JSON.stringify(claims)}', true)`)
  await other.query(
    `insert into public.communities (name, description, location, whatsapp_link, image_url, category)
     values ('Swimmers', 'At dawn', 'Bali', 'https://chat.whatsapp.com/abcdefghij0123456789Cd', $1, 'Sports')`,
    [url],
  )
  const removed = inRole('authenticated', { keep: true }, () =>
    sql.query('delete from storage.objects where name = $1', [name]),
  ).catch((error: unknown) => error)
  await other.query('commit')
  await other.end()
  expect(await removed).not.toMatchObject({ rowCount: 1 })
  expect(await readObjects()).toHaveLength(1)
})
