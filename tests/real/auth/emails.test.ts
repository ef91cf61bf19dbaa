import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type EmailTokenType,
  readEmailLink,
} from '../../../src/features/session/read-email-link.ts'
import { brand } from '../../../src/app/brand.ts'
import { readConfig } from '../../../supabase/local/config.ts'
import type { RealSupabase } from '../../../tooling/real-services/services.ts'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { addFactor } from '../../support/totp.ts'
import { createTestClient } from '../../support/users.ts'

/* The auth service sends the emails of supabase/templates, with their variables filled in. */

let services: RealSupabase
const { template, notification } = readConfig().emails

beforeAll(async () => {
  services = await startLocalSupabase({ confirmations: true })
})

afterAll(() => services.stop())

const createClient = (key = services.publishableKey) => createTestClient(key, services.url)
const generateEmail = () => `${crypto.randomUUID()}@example.com`
const password = 'correct-horse-7'

/** Returns the last email to a recipient, after checking what all of them have in common. */
function readEmail(recipient: string, { subject } = { subject: '' }) {
  const email = services.emails.get(recipient)?.at(-1)
  expect(email?.subject.replace(/^\d{6} /, '{{ .Token }} ')).toBe(subject)
  expect(email?.html).toContain(brand.name)
  expect(email?.html).toContain('You received this email because')
  expect(email?.html).not.toMatch(/\{\{|no value|ZgotmplZ/)
  return { ...email, link: /https?:\/\/\S+/.exec(email?.text ?? '')?.[0] ?? '' }
}

/** Checks that a link leads to the app, and sends its token. Returns the user. */
async function confirm(link: string, type: EmailTokenType) {
  const url = new URL(link)
  expect(url.origin + url.pathname).toBe(`${services.url}/`)
  const callback = readEmailLink(url)
  if (callback?.kind !== 'token') throw new Error(`The link has no token: ${link}`)
  expect(callback.token.type).toBe(type)
  const { data, error } = await createClient().auth.verifyOtp({
    token_hash: callback.token.hash,
    type,
  })
  expect(error).toBeNull()
  return data.user
}

async function createAccount() {
  const email = generateEmail()
  const client = createClient()
  await client.auth.signUp({ email, password })
  await confirm(readEmail(email, template['confirmation']).link, 'signup')
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { email, client }
}

test('a new account, a forgotten password and a sign-in link each get an email with a link', async () => {
  const { email, client } = await createAccount()
  await createClient().auth.resetPasswordForEmail(email)
  await confirm(readEmail(email, template['recovery']).link, 'recovery')
  await createClient().auth.signInWithOtp({ email })
  await confirm(readEmail(email, template['magic_link']).link, 'magiclink')
  expect((await client.auth.getUser()).error).toBeNull()
})

test('an invitation has a link', async () => {
  const email = generateEmail()
  await createClient(services.secretKey).auth.admin.inviteUserByEmail(email)
  const user = await confirm(readEmail(email, template['invite']).link, 'invite')
  expect(user?.email).toBe(email)
})

test('both addresses of an account get a link to change it, then the old one a notification', async () => {
  const { email, client } = await createAccount()
  // A plus sign is escaped in HTML.
  const newEmail = `new+${generateEmail()}`
  await client.auth.updateUser({ email: newEmail })
  const links = [email, newEmail].map((recipient) => {
    const received = readEmail(recipient, template['email_change'])
    expect(received.text).toContain(newEmail)
    return received.link
  })
  expect(new Set(links).size).toBe(2)
  for (const link of links) {
    await confirm(link, 'email_change')
  }
  const { text } = readEmail(email, notification['email_changed'])
  expect(text).toContain(`from ${email} to ${newEmail}`)
})

test('a code is in the email that confirms the identity, and a changed password is reported', async () => {
  const { email, client } = await createAccount()
  await client.auth.reauthenticate()
  expect(readEmail(email, template['reauthentication']).text).toMatch(/^\d{6}$/m)
  const { error } = await client.auth.updateUser({ password: 'better-horse-8' })
  expect(error).toBeNull()
  expect(readEmail(email, notification['password_changed']).link).toContain('/profile')
})

test('adding and removing an authenticator app is reported', async () => {
  const { email, client } = await createAccount()
  const { id } = await addFactor(client)
  readEmail(email, notification['mfa_factor_enrolled'])
  const { error } = await client.auth.mfa.unenroll({ factorId: id })
  expect(error).toBeNull()
  readEmail(email, notification['mfa_factor_unenrolled'])
})
