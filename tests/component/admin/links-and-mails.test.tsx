import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newInviteLink } from '../../support/communities.ts'
import { type TestUser, createUser } from '../../support/users.ts'
import { interceptRequests } from '../session/app.tsx'
import { expectToast, openApp } from '../whole-app.tsx'
import { clearQueue, createOldest, onView, region, reread } from './desk.ts'

let admin: TestUser
let owner: TestUser

beforeEach(async () => {
  localStorage.clear()
  ;[admin, owner] = await Promise.all([createUser({ admin: true }), createUser()])
})
afterEach(() => clearQueue(owner))

/** The stand-in of WhatsApp's pages goes by how the code of an invite begins. */
const inviteTo = (kind: 'DemoDead' | 'DemoSpam') =>
  newInviteLink().replace(/\w{8}(?=\w{14}$)/, kind)

test('the queue says what the link leads to: another group, or none', async () => {
  const [other, none] = ['Hikers', 'Nobody home'].map((name) => `${name} ${crypto.randomUUID()}`)
  await createOldest(owner, { name: other, whatsapp_link: inviteTo('DemoSpam') })
  await createOldest(owner, { name: none, whatsapp_link: inviteTo('DemoDead') })
  const user = await openApp(admin, '/admin?view=queue')
  await onView(other ?? '')
  const link = await region('WhatsApp link')
  expect((await link.findByText('Crypto Signals VIP 🚀')).closest('dl')).toHaveTextContent(
    `On WhatsAppCrypto Signals VIP 🚀Listed as${other}`,
  )
  await user.keyboard('j')
  await onView(none ?? '')
  expect(await (await region('WhatsApp link')).findByText('This invite is dead')).toBeVisible()
})

test('a link that nobody knows of does not keep the admin from deciding', async () => {
  const name = `Hikers ${crypto.randomUUID()}`
  const community = await createOldest(owner, { name })
  const broken = interceptRequests(/check-links/, () => new Response('{}', { status: 500 }))
  const user = await openApp(admin, '/admin?view=queue')
  await onView(name)
  const link = await region('WhatsApp link')
  expect(await link.findByText('We could not find out what the link leads to.')).toBeVisible()
  broken.restore()
  // WhatsApp takes its time now.
  const slow = interceptRequests(/check-links/, () => new Promise<Response>(() => undefined))
  await user.click(link.getByRole('button', { name: /^Try again/ }))
  expect(slow.count()).toBe(1)
  await user.keyboard('a')
  await expectToast('Community approved successfully')
  await waitFor(async () =>
    expect(await reread(community.id)).toMatchObject({ status: 'approved' }),
  )
  expect(screen.queryByText('We could not find out what the link leads to.')).toBeNull()
})
