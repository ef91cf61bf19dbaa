import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { createCommunity } from '../support/communities.ts'
import { uploadImage } from '../support/images.ts'
import { createTestClient, signUpAt } from '../support/users.ts'

const folder = mkdtempSync(join(tmpdir(), 'data-folder-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a data folder keeps communities, images, accounts and its own secrets between runs on different ports', async () => {
  const first = await startLocalSupabase({ dataFolder: folder })
  const user = await signUpAt(first)
  const image = await uploadImage(user)
  const community = await createCommunity(user, { image_url: image.url })
  await first.stop()

  const second = await startLocalSupabase({ dataFolder: folder })
  expect(second.url).not.toBe(first.url)
  expect(second.secretKey).toBe(first.secretKey)
  const again = createTestClient(second.publishableKey, second.url)
  await again.auth.signInWithPassword(user)
  const kept = await again.from('communities').select('name, image_url').eq('id', community.id)
  expect(kept.data).toEqual([
    { name: community.name, image_url: image.url.replace(first.url, second.url) },
  ])
  expect((await fetch(kept.data?.[0]?.image_url ?? '')).status).toBe(200)
  // The grants also apply to an existing database.
  const refused = await again.from('profiles').update({ is_admin: true }).eq('id', user.id)
  expect(refused.error?.code).toBe('42501')

  const other = await startLocalSupabase({ dataFolder: join(folder, 'other') })
  expect(other.secretKey).not.toBe(second.secretKey)
  await Promise.all([second.stop(), other.stop()])
}, 60_000)
