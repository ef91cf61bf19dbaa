import { expect, test } from 'vitest'
import { createCommunity } from '../support/communities.ts'
import { createUser } from '../support/users.ts'

test('the groups of a community are hidden from other users', async () => {
  const [owner, stranger] = await Promise.all([createUser(), createUser()])
  const { id } = await createCommunity(owner)
  await owner.client
    .from('community_groups')
    .insert({ community_id: id, name: 'Beginners' })
    .throwOnError()
  const readGroups = async ({ client }: typeof owner) =>
    (await client.from('community_groups').select('name').eq('community_id', id)).data
  expect(await readGroups(owner)).toEqual([{ name: 'Beginners' }])
  expect(await readGroups(stranger)).toEqual([])
})
