import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { toUserError } from '../../src/supabase/errors.ts'
import { type LocalSupabase, startLocalSupabase } from '../../supabase/local/start.ts'
import { startWhatsAppPages } from '../../supabase/local/whatsapp-pages.ts'
import { getRaw } from '../support/get-raw.ts'
import { createCommunity } from '../support/communities.ts'
import { readImageFolder, uploadImage } from '../support/images.ts'
import { createTestClient } from '../support/users.ts'

describe('a data folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'data-folder-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('keeps communities, images and accounts between runs on different ports', async () => {
    const first = await startLocalSupabase({ dataFolder: folder })
    const client = createTestClient(first.publishableKey, first.url)
    const account = { email: 'kept@example.com', password: 'correct-horse-7' }
    const { data } = await client.auth.signUp(account)
    const user = {
      ...account,
      id: data.user?.id ?? '',
      client,
      accessToken: data.session?.access_token ?? '',
    }
    // Hashing blocks all other requests, so its cost is lower than on a hosted project.
    const { rows } = await first.connection.driver.query<{ cost: number }>(
      'select split_part(encrypted_password, $2, 3)::int as cost from auth.users where id = $1',
      [user.id, '$'],
    )
    expect(rows[0]?.cost).toBeLessThanOrEqual(6)
    const image = await uploadImage(user)
    const community = await createCommunity(user, { image_url: image.url })
    await first.stop()

    const second = await startLocalSupabase({ dataFolder: folder })
    expect(second.url).not.toBe(first.url)
    expect(second.secretKey).toBe(first.secretKey)
    const again = createTestClient(second.publishableKey, second.url)
    await again.auth.signInWithPassword(account)
    const kept = await again.from('communities').select('name, image_url').eq('id', community.id)
    expect(kept.data).toEqual([
      { name: community.name, image_url: image.url.replace(first.url, second.url) },
    ])
    expect((await fetch(kept.data?.[0]?.image_url ?? '')).status).toBe(200)
    // The grants also apply to an existing database.
    const refused = await again.from('profiles').update({ is_admin: true }).eq('id', user.id)
    expect(refused.error?.code).toBe('42501')
    await second.stop()
  }, 60_000)

  test('opens and closes the directory at each start', async () => {
    const namesWhile = async (isDirectoryLive: boolean) => {
      const local = await startLocalSupabase({ dataFolder: folder, isDirectoryLive })
      const { data } = await createTestClient(local.publishableKey, local.url)
        .rpc('search_directory', { search: 'kite' }, { get: true })
        .throwOnError()
      await local.stop()
      return data.map(({ name }) => name)
    }
    expect(await namesWhile(true)).toEqual(['Atlantic Kite Crew'])
    expect(await namesWhile(false)).toEqual([])
  }, 60_000)

  test('has its own secrets', async () => {
    const local = await startLocalSupabase({ dataFolder: folder })
    const other = await startLocalSupabase({ dataFolder: join(folder, 'other') })
    expect(local.secretKey).not.toBe(other.secretKey)
    await Promise.all([local.stop(), other.stop()])
  })
})

describe('a separate backend', () => {
  let backend: LocalSupabase
  beforeAll(async () => {
    backend = await startLocalSupabase()
  })
  afterAll(() => backend.stop())

  async function signUp() {
    const client = createTestClient(backend.publishableKey, backend.url)
    const account = { email: `${crypto.randomUUID()}@example.com`, password: 'correct-horse-7' }
    const { data } = await client.auth.signUp(account)
    return { id: data.user?.id ?? '', client }
  }

  test('refuses the 201st image with a user-facing message', async () => {
    const { id, client } = await signUp()
    const folder = await readImageFolder({ id, client })
    await backend.connection.driver.query(
      `insert into storage.objects (id, bucket_id, name)
       select gen_random_uuid(), 'community-images', $1 || '/' || 1763600000000 + n || '-compressed.jpg'
       from generate_series(1, 200) as n`,
      [folder],
    )
    const refused = await uploadImage({ id, client }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 400, statusCode: '403' })
    expect(toUserError(refused).message).toBe(
      'You can store at most 200 images. Unused ones are deleted after a week.',
    )
    const { rows } = await backend.connection.driver.query(
      'select count(*)::int as images from storage.objects where name like $1',
      [`${folder}/%`],
    )
    expect(rows).toEqual([{ images: 200 }])
  })

  test('the auth service sends the emails of supabase/templates', async () => {
    const client = createTestClient(backend.publishableKey, backend.url)
    const email = 'ines@example.com'
    await client.auth.signUp({ email, password: 'correct-horse-7' })
    await client.auth.resetPasswordForEmail(email)
    const sent = backend.emails.get(email)?.at(-1)
    expect(sent?.subject).toBe('Set a new password for Waypost')
    expect(sent?.html).toContain('prefers-color-scheme: dark')
    expect(sent?.text).toMatch(/^Waypost\n\n.*\n\nSet a new password: https?:\S+type=recovery/)
  })

  test.each(['//', '//[', '//127.0.0.1:9/DemoDead', 'http://127.0.0.1:9/DemoDead'])(
    'reads %s as a path of the WhatsApp pages',
    async (path) => {
      const pages = await startWhatsAppPages(backend.connection)
      try {
        const { text } = await getRaw(pages.origin, path)
        expect(text).toContain('content="Travel friends"')
      } finally {
        await pages.stop()
      }
    },
  )
})

test('unused images are deleted on a schedule', async () => {
  const other = await startLocalSupabase({ collectEvery: 100 })
  try {
    const { driver } = other.connection
    await driver.exec(
      `insert into storage.objects (bucket_id, name, created_at)
       select 'community-images', image_folder || '/1600000000000-compressed.jpg', now() - interval '8 days'
       from public.profiles`,
    )
    await vi.waitFor(
      async () => {
        const { rows } = await driver.query(
          `select name from storage.objects where name like '%/1600000000000-%'`,
        )
        expect(rows).toEqual([])
      },
      { timeout: 30_000, interval: 100 },
    )
  } finally {
    await other.stop()
  }
})

test('expired records are deleted on a schedule', async () => {
  const other = await startLocalSupabase({ deleteExpiredEvery: 100 })
  try {
    const { driver } = other.connection
    await driver.exec(
      `insert into public.audit_log (at, action, subject) values ('2001-01-01', 'edited', 'user')`,
    )
    await vi.waitFor(
      async () => {
        const { rows } = await driver.query(
          `select id from public.audit_log where at = '2001-01-01'`,
        )
        expect(rows).toEqual([])
      },
      { timeout: 30_000, interval: 100 },
    )
  } finally {
    await other.stop()
  }
})

test('links are checked and emails sent on a schedule, and the emails are printed', async () => {
  const seen: { to: string; subject: string; text?: string }[] = []
  const other = await startLocalSupabase({
    checkLinksEvery: 100,
    sendEmailsEvery: 100,
    onEmail: (message) => seen.push(message),
  })
  try {
    const { driver } = other.connection
    // In the demo data, one link is dead. This approves a pending community.
    await driver.exec(`
      update public.community_links set checked_at = null, dead_since = now() - interval '2 days';
      update public.communities set status = 'approved' where name = 'Founders on the Slope';
      update private.email_outbox set due_at = now()`)
    await vi.waitFor(
      async () => {
        const { rows } = await driver.query(
          `select c.name from public.communities as c join public.community_links as l on l.community_id = c.id
           where c.status = 'approved' and (l.state <> 'live' or l.group_name <> c.name)`,
        )
        expect(rows).toEqual([{ name: 'Longtail Sharing' }])
        expect(seen).toContainEqual(
          expect.objectContaining({
            to: 'amara@example.com',
            subject: '“Founders on the Slope” was approved',
            text: expect.stringContaining(`${other.url}/profile`),
          }),
        )
      },
      { timeout: 30_000, interval: 100 },
    )
  } finally {
    await other.stop()
  }
})
