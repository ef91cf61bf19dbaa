import type { RequestListener } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { newInviteLink } from '../support/communities.ts'
import type { TestUser } from '../support/users.ts'
import { getPath, renderPage, respondWithGroup, startLinkBackend } from './link-backend.ts'

/* From the page of WhatsApp to a verified community. The rules of a proof are in tests/database. */

const backend = await startLinkBackend()
const { owner, secret, signUp, responses, checkOwn, createApproved } = backend
const stranger = await signUp()
afterAll(backend.stop)
beforeEach(backend.clear)

const getCode = async ({ client }: TestUser, community_id: string) =>
  (await client.rpc('get_ownership_code', { community_id }).throwOnError()).data
const respondWithDescription =
  (description: string): RequestListener =>
  (_request, response) =>
    response.end(
      `${renderPage('Swimmers')}<meta property="og:description" content="${description}">`,
    )
const check = async (id: string) => (await checkOwn(id)).body
const readVerified = async (id: string) => {
  const found = secret.from('communities').select('verified_at, whatsapp_link').eq('id', id)
  return (await found.single().throwOnError()).data
}

test.each<[string, (code: string) => RequestListener]>([
  ['name', (code) => respondWithGroup(`Swimmers ${code} | WhatsApp`)],
  ['description', (code) => respondWithDescription(`We swim. ${code}`)],
])('a code in the %s of the group verifies the community', async (_, page) => {
  const { id, whatsapp_link } = await createApproved()
  const code = await getCode(owner, id)
  expect(await check(id)).toMatchObject({ state: 'live', is_proved: false })
  responses.set(getPath(whatsapp_link), page(code))
  expect(await check(id)).toMatchObject({ state: 'live', is_proved: true })
  expect(await readVerified(id)).toMatchObject({ verified_at: expect.any(String) })
})

test('a page with the codes of other users and communities proves nothing', async () => {
  const { id, whatsapp_link } = await createApproved()
  const others = await createApproved()
  const own = await getCode(owner, id)
  const codes = [await getCode(stranger, id), await getCode(owner, others.id)]
  // All that fit into a page.
  const guesses = Array.from({ length: 220 }, (_, index) => `WP-${2222 + index}`).filter(
    (guess) => guess !== own,
  )
  const page = respondWithDescription([...codes, ...guesses].join(' '))
  responses.set(getPath(whatsapp_link), page)
  expect(await check(id)).toMatchObject({ state: 'live', is_proved: false })
  expect(await readVerified(id)).toMatchObject({ verified_at: null })
})

test('a link that changes while its page is read is not verified', async () => {
  const { id, whatsapp_link } = await createApproved()
  const code = await getCode(owner, id)
  const link = newInviteLink()
  responses.set(getPath(whatsapp_link), async (_request, response) => {
    await secret.from('communities').update({ whatsapp_link: link }).eq('id', id).throwOnError()
    response.end(renderPage(code))
  })
  expect(await check(id)).toMatchObject({ is_proved: false })
  expect(await readVerified(id)).toEqual({ verified_at: null, whatsapp_link: link })
})

test('a verified owner publishes a new link by proving it', async () => {
  const { id, whatsapp_link } = await createApproved()
  const reviewed = { community_id: id, link: whatsapp_link, group_name: 'Swimmers' }
  await secret
    .rpc('record_link_check', { ...reviewed, answer: 'live', is_review: true })
    .throwOnError()
  const respondWithCode = async () => respondWithGroup(`Swimmers ${await getCode(owner, id)}`)
  responses.set(getPath(whatsapp_link), await respondWithCode())
  await check(id)
  const link = newInviteLink()
  await owner.client.from('communities').update({ whatsapp_link: link }).eq('id', id).throwOnError()
  // The code of the first proof does not work again.
  responses.set(getPath(link), responses.get(getPath(whatsapp_link)) ?? respondWithGroup(''))
  expect(await check(id)).toMatchObject({ is_proved: false })
  responses.set(getPath(link), await respondWithCode())
  expect(await check(id)).toMatchObject({ is_proved: true })
  expect(await readVerified(id)).toEqual({
    verified_at: expect.any(String),
    whatsapp_link: link,
  })
  expect(await backend.readLink(id)).toMatchObject({ state: 'live', live_at: expect.any(String) })
})
