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
/** The image folder of the owner. */
let folder: string
let timestamp = 1_763_600_000_000

const newName = (inFolder = folder) => `${inFolder}/${(timestamp += 1)}-compressed.jpg`

beforeEach(async () => {
  owner = await createAccount()
  folder = await readFolder(owner)
})

async function readFolder(userId: string): Promise<string> {
  const { rows } = await sql.query('select image_folder from public.profiles where id = $1', [
    userId,
  ])
  return String(rows[0].image_folder)
}

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

/** Writes the row of an uploaded file, as the service does after storing its bytes. */
const finishUpload = (
  name: string,
  version: string,
  size: number | string = 1000,
  mimetype: string | null = 'image/jpeg',
) =>
  inRole('service_role', { keep: true }, () =>
    sql.query(
      `insert into storage.objects (bucket_id, name, owner_id, version, metadata)
       values ('community-images', $1, $2, $3, $4)
       on conflict (bucket_id, name) do update
       set version = excluded.version, metadata = excluded.metadata, owner_id = excluded.owner_id`,
      [name, owner, version, JSON.stringify({ size, mimetype })],
    ),
  )

/** Checks the policies for an upload, as the service does. */
const checkPolicies = (operation: string, name = newName()) =>
  inRole('authenticated', { operation }, () =>
    sql.query(
      `insert into storage.objects (bucket_id, name, owner_id, version)
       values ('community-images', $1, $2, '1')`,
      [name, owner],
    ),
  )

async function readObjects(name: string) {
  const { rows } = await sql.query(
    'select bucket_id, name, version, metadata from storage.objects where name = $1',
    [name],
  )
  return rows
}

describe('a stored image', () => {
  test('is not replaced by an upload that was signed or started before', async () => {
    const name = newName()
    await finishUpload(name, 'reviewed')
    const before = await readObjects(name)
    expect(before).toMatchObject([{ version: 'reviewed' }])
    await expect(finishUpload(name, 'swapped')).rejects.toThrow('Stored images cannot be replaced.')
    expect(await readObjects(name)).toEqual(before)
  })

  test.each([
    ['renamed', `name = replace(name, '-compressed', '1-compressed')`],
    ['moved to another bucket', `bucket_id = 'elsewhere'`],
    ['given other bytes', `version = 'swapped'`],
  ])('is not %s by the service', async (_how, change) => {
    await sql.query(
      `insert into storage.buckets (id, name) values ('elsewhere', 'elsewhere') on conflict do nothing`,
    )
    const name = newName()
    await finishUpload(name, 'reviewed')
    const before = await readObjects(name)
    await expect(
      inRole('service_role', { keep: true }, () =>
        sql.query(`update storage.objects set ${change} where name = $1`, [name]),
      ),
    ).rejects.toThrow('Stored images cannot be replaced.')
    expect(await readObjects(name)).toEqual(before)
  })

  test('is not moved here from another bucket', async () => {
    const name = newName()
    await sql.query(
      `insert into storage.buckets (id, name) values ('elsewhere', 'elsewhere') on conflict do nothing`,
    )
    await sql.query(`insert into storage.objects (bucket_id, name) values ('elsewhere', $1)`, [
      name,
    ])
    await expect(
      inRole('service_role', { keep: true }, () =>
        sql.query(`update storage.objects set bucket_id = 'community-images' where name = $1`, [
          name,
        ]),
      ),
    ).rejects.toThrow('Stored images cannot be replaced.')
    expect(await readObjects(name)).toMatchObject([{ bucket_id: 'elsewhere' }])
  })

  test('can be read, which the service records', async () => {
    const name = newName()
    await finishUpload(name, 'reviewed')
    const { rowCount } = await inRole('service_role', { keep: true }, () =>
      sql.query('update storage.objects set last_accessed_at = now() where name = $1', [name]),
    )
    expect(rowCount).toBe(1)
  })
})

describe('an upload', () => {
  test.each(['', 'storage.object.upload'])(
    'as the operation "%s" is allowed',
    async (operation) => {
      await expect(checkPolicies(operation)).resolves.toMatchObject({ rowCount: 1 })
    },
  )

  test.each([
    'storage.object.sign_upload_url',
    'storage.object.upload_signed',
    'storage.object.upload_update',
    'storage.object.copy',
    'storage.tus.upload.create',
    'storage.s3.upload',
  ])('as the operation %s is refused', async (operation) => {
    const name = newName()
    await expect(checkPolicies(operation, name)).rejects.toThrow(/row-level security/)
    expect(await readObjects(name)).toEqual([])
  })

  test('to the folder of an account that is deleted in the meantime is refused', async () => {
    const name = newName()
    await expect(checkPolicies('storage.object.upload', name)).resolves.toMatchObject({
      rowCount: 1,
    })
    await sql.query('delete from auth.users where id = $1', [owner])
    await expect(finishUpload(name, 'late')).rejects.toThrow(/does not belong to an account/)
    expect(await readObjects(name)).toEqual([])
  })

  test.each(['loose-compressed.jpg', 'no-account/1763600000000-compressed.jpg'])(
    'to %s, a folder without an owner, is refused',
    async (name) => {
      await expect(finishUpload(name, 'first')).rejects.toThrow(/does not belong to an account/)
      expect(await readObjects(name)).toEqual([])
    },
  )

  test.each([0, '0'])('of %j bytes is refused', async (size) => {
    const name = newName()
    await expect(finishUpload(name, 'empty', size)).rejects.toThrow('The image is empty.')
    expect(await readObjects(name)).toEqual([])
  })

  test.each([null, '', 'text/html', 'application/octet-stream', 'image/svg+xml'])(
    'of the type %j is refused, although the service accepts it',
    async (mimetype) => {
      const name = newName()
      await expect(finishUpload(name, 'first', 1000, mimetype)).rejects.toThrow(
        'Images must be JPEG, PNG or GIF.',
      )
      expect(await readObjects(name)).toEqual([])
    },
  )

  test('cannot change its type afterwards', async () => {
    const name = newName()
    await finishUpload(name, 'first')
    const before = await readObjects(name)
    await expect(
      inRole('service_role', { keep: true }, () =>
        sql.query(
          `update storage.objects set metadata = '{"mimetype": "text/html"}' where name = $1`,
          [name],
        ),
      ),
    ).rejects.toThrow('Images must be JPEG, PNG or GIF.')
    expect(await readObjects(name)).toEqual(before)
  })

  test('is refused above 200 images per user', async () => {
    await sql.query(
      `insert into storage.objects (bucket_id, name)
       select 'community-images', $1 || '/' || (1600000000000 + n) || '-compressed.jpg'
       from generate_series(1, 200) as n`,
      [folder],
    )
    const name = newName()
    await expect(finishUpload(name, 'one too many')).rejects.toThrow(
      'You can store at most 200 images.',
    )
    expect(await readObjects(name)).toEqual([])
    const other = newName(await readFolder(await createAccount()))
    await finishUpload(other, 'first')
    expect(await readObjects(other)).toHaveLength(1)
  })
})

test('an image that a concurrent save starts to use is not deleted', async () => {
  const name = newName()
  await finishUpload(name, 'reviewed')
  const other = new Client({ connectionString: databaseUrl })
  await other.connect()
  const url = `https://project.example/storage/v1/object/public/community-images/${name}`
  const claims = { ...signedInClaims(owner), iss: 'https://project.example/auth/v1' }
  const signIn = `select set_config('role', 'authenticated', true),
    set_config('request.jwt.claim.sub', '${owner}', true),
    set_config('request.jwt.claims', '${JSON.stringify(claims)}', true)`
  await other.query('begin')
  await other.query(signIn)
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
  expect(await readObjects(name)).toHaveLength(1)
})
