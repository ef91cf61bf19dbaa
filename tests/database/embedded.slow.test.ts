import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { createCommunity } from '../support/communities.ts'
import { uploadImage } from '../support/images.ts'
import { createTestClient, signUpAt } from '../support/users.ts'
import { sendRestRequest } from './rest-request.ts'

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

test.each(['memory', 'a data folder'])(
  'after a statement that crashes the database in %s, the data is kept and no request reads as another user',
  async (place) => {
    const dataFolder = place === 'memory' ? undefined : join(folder, 'crashing')
    const backend = await startLocalSupabase({ dataFolder })
    const [user, other] = [await signUpAt(backend), await signUpAt(backend, { name: 'Other' })]
    const { id, name } = await createCommunity(user)
    const pattern = encodeURIComponent('((a{0,50}){0,50}){0,50}b')
    const read = (path: string, { accessToken } = user) =>
      sendRestRequest(path, {}, accessToken, backend)
    const crash = () => read(`communities?select=id&description=match.${pattern}`)
    // The second database must not crash the process either.
    for (const _ of [1, 2]) {
      const concurrent = Array.from({ length: 20 }, async (_value, index) => {
        const reader = index % 2 ? user : other
        const { text } = await read('profiles?select=id', reader)
        // A request that had begun when the database crashed is refused.
        const answer = text.includes('"PGRST001"') ? 'refused' : text
        expect(['refused', JSON.stringify([{ id: reader.id }])]).toContain(answer)
      })
      const [crashed] = await Promise.all([crash(), ...concurrent])
      const error = { code: '54001', message: 'stack depth limit exceeded' }
      expect(crashed.status).toBe(413)
      expect(JSON.parse(crashed.text)).toEqual({ ...error, details: null, hint: null })

      const kept = await user.client.from('communities').select('id, name')
      expect(kept.data).toEqual([{ id, name }])
      expect((await user.client.auth.getUser()).data.user?.id).toBe(user.id)
      expect((await other.client.from('communities').select('id')).data).toEqual([])
    }
    await backend.stop()
  },
  120_000,
)
