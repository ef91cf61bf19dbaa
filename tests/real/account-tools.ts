import { readCallback } from '../../src/session/callback-url.ts'
import type { RealSupabase } from '../../tooling/real-services/services.ts'
import { createTestClient } from '../support/users.ts'

/** Returns what tests need to follow accounts through emails. */
export function createAccountTools(services: RealSupabase) {
  const createClient = (key = services.publishableKey) => createTestClient(key, services.url)

  const generateAccount = () => ({
    email: `${crypto.randomUUID()}@example.com`,
    password: 'correct-horse-7',
  })

  /** Returns the link in the last email to a recipient. */
  function readLink(email: string): string {
    const text = services.emails.get(email)?.at(-1)?.text ?? ''
    return /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  }

  /** Follows a link and reads the app URL to which it redirects. */
  async function followLink(link: string) {
    const response = await fetch(link, { redirect: 'manual' })
    return readCallback(new URL(response.headers.get('location') ?? ''))
  }

  /** Returns a client that has signed in with a link. */
  async function signInWithLink(link: string) {
    const callback = await followLink(link)
    const client = createClient()
    if (callback?.kind !== 'session') throw new Error('The link has no session')
    await client.auth.setSession(callback.link.tokens)
    return { client, setsPassword: callback.link.setsPassword }
  }

  async function createAccount() {
    const account = generateAccount()
    await createClient().auth.signUp(account)
    const { client } = await signInWithLink(readLink(account.email))
    return { account, client }
  }

  return { createClient, generateAccount, readLink, followLink, signInWithLink, createAccount }
}
