import { expect, test } from 'vitest'
import { createCommunity } from '../support/communities.ts'
import { createUser } from '../support/users.ts'

/* Slow statements, which the embedded backend cannot cancel: its gateway refuses them. */

/** Takes minutes for a long text. */
const pattern = String.raw`^(.+)(.+)(.+)(.+)\1\2\3\4$`

const description = Array.from({ length: 2000 }, (_, index) =>
  String.fromCodePoint(97 + ((index * index) % 25)),
).join('')

test('a slow pattern of a signed-in user is canceled after three seconds', async () => {
  const user = await createUser()
  const { id } = await createCommunity(user, { description })
  const start = performance.now()
  const { data, error } = await user.client
    .from('communities')
    .select('id')
    .eq('id', id)
    .filter('description', 'match', pattern)
  expect([data, error?.code]).toEqual([null, '57014'])
  expect(performance.now() - start).toBeLessThan(6000)
})

test('a slow pattern of a visitor is refused at once', async () => {
  const user = await createUser()
  const { id } = await createCommunity(user, { description, status: 'approved' })
  const { error } = await user.client
    .rpc('get_directory_community', { community_id: id }, { get: true })
    .filter('description', 'match', pattern)
  expect(error?.code).toBe('PT400')
})
