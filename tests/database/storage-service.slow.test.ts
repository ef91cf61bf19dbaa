import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Postgres, pushMigrations, startPostgres } from '../../tooling/postgres/postgres.ts'

/*
 * As the storage service of a hosted project acts: it asks the policies with a trial that it rolls back,
 * and then writes as the service role, past every policy. The embedded one lacks these ways.
 */

let postgres: Postgres
let sql: Client
let owner: string
/** The owner's. */
let folder: string
let timestamp = 1_763_600_000_000

const newName = (inFolder = folder) => `${inFolder}/${(timestamp += 1)}-compressed.jpg`

beforeAll(async () => {
  postgres = await startPostgres()
  await pushMigrations(postgres.url)
  sql = new Client({ connectionString: postgres.url })
  await sql.connect()
}, 60_000)

beforeEach(async () => {
  owner = await newAccount()
  folder = await folderOf(owner)
})

afterAll(async () => {
  await sql.end()
  await postgres.stop()
})

async function newAccount(): Promise<string> {
  const id = crypto.randomUUID()
  await sql.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.com`])
  return id
}

async function folderOf(userId: string): Promise<string> {
  const { rows } = await sql.query('select image_folder from public.profiles where id = $1', [
    userId,
  ])
  return String(rows[0].image_folder)
}

/** Runs in a role, with what the service says of the request, and undoes it unless told to keep it. */
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
      [role, operation, role === 'authenticated' ? owner : '', JSON.stringify({ role })],
    )
    const result = await work()
    await sql.query(keep ? 'commit' : 'rollback')
    return result
  } catch (error) {
    await sql.query('rollback')
    throw error
  }
}

/** What the service writes once the bytes are there, whoever's upload it was. */
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

/** Whether the policies let somebody upload, as the service finds out. */
const askPolicies = (operation: string, name = newName()) =>
  inRole('authenticated', { operation }, () =>
    sql.query(
      `insert into storage.objects (bucket_id, name, owner_id, version)
       values ('community-images', $1, $2, '1')`,
      [name, owner],
    ),
  )

async function stored(name: string) {
  const { rows } = await sql.query(
    'select bucket_id, name, version, metadata from storage.objects where name = $1',
    [name],
  )
  return rows
}

describe('a stored image', () => {
  test('is not swapped by an upload that was signed before, or that another one overtook', async () => {
    const name = newName()
    await finishUpload(name, 'reviewed')
    const before = await stored(name)
    expect(before).toMatchObject([{ version: 'reviewed' }])
    await expect(finishUpload(name, 'swapped')).rejects.toThrow('Stored images cannot be replaced.')
    expect(await stored(name)).toEqual(before)
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
    const before = await stored(name)
    await expect(
      inRole('service_role', { keep: true }, () =>
        sql.query(`update storage.objects set ${change} where name = $1`, [name]),
      ),
    ).rejects.toThrow('Stored images cannot be replaced.')
    expect(await stored(name)).toEqual(before)
  })

  test('is not moved over from another bucket', async () => {
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
    expect(await stored(name)).toMatchObject([{ bucket_id: 'elsewhere' }])
  })

  test('can still be looked at, which the service notes', async () => {
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
      await expect(askPolicies(operation)).resolves.toMatchObject({ rowCount: 1 })
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
    await expect(askPolicies(operation, name)).rejects.toThrow(/row-level security/)
    expect(await stored(name)).toEqual([])
  })

  test('to the folder of a deleted account is refused, however it was begun', async () => {
    const name = newName()
    await expect(askPolicies('storage.object.upload', name)).resolves.toMatchObject({ rowCount: 1 })
    await sql.query('delete from auth.users where id = $1', [owner])
    await expect(finishUpload(name, 'late')).rejects.toThrow(/does not belong to an account/)
    expect(await stored(name)).toEqual([])
  })

  test.each(['loose-compressed.jpg', 'no-person/1763600000000-compressed.jpg'])(
    'to %s, which is nobody’s folder, is refused',
    async (name) => {
      await expect(finishUpload(name, 'first')).rejects.toThrow(/does not belong to an account/)
      expect(await stored(name)).toEqual([])
    },
  )

  test.each([0, '0'])('of %j bytes is refused', async (size) => {
    const name = newName()
    await expect(finishUpload(name, 'empty', size)).rejects.toThrow('The image is empty.')
    expect(await stored(name)).toEqual([])
  })

  test.each([null, '', 'text/html', 'application/octet-stream', 'image/svg+xml'])(
    'of the type %j is refused, though the service let it pass',
    async (mimetype) => {
      const name = newName()
      await expect(finishUpload(name, 'first', 1000, mimetype)).rejects.toThrow(
        'Images must be JPEG, PNG or GIF.',
      )
      expect(await stored(name)).toEqual([])
    },
  )

  test('is not given another type afterwards', async () => {
    const name = newName()
    await finishUpload(name, 'first')
    const before = await stored(name)
    await expect(
      inRole('service_role', { keep: true }, () =>
        sql.query(
          `update storage.objects set metadata = '{"mimetype": "text/html"}' where name = $1`,
          [name],
        ),
      ),
    ).rejects.toThrow('Images must be JPEG, PNG or GIF.')
    expect(await stored(name)).toEqual(before)
  })

  test('is refused in words once there are 200, and another person is not bound by that', async () => {
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
    expect(await stored(name)).toEqual([])
    const other = newName(await folderOf(await newAccount()))
    await finishUpload(other, 'first')
    expect(await stored(other)).toHaveLength(1)
  })
})

test('an image that a save begins to use is not removed in the same moment', async () => {
  const name = newName()
  await finishUpload(name, 'reviewed')
  const other = new Client({ connectionString: postgres.url })
  await other.connect()
  const url = `https://project.example/storage/v1/object/public/community-images/${name}`
  const claims = { role: 'authenticated', iss: 'https://project.example/auth/v1' }
  const signIn = `select set_config('role', 'authenticated', true),
    set_config('request.jwt.claim.sub', '${owner}', true),
    set_config('request.jwt.claims', '${JSON.stringify({ ...claims, sub: owner })}', true)`
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
  expect(await stored(name)).toHaveLength(1)
})
