import { type EmailToken, readEmailLink } from '../../src/features/session/read-email-link.ts'
import type { RealSupabase } from '../../tooling/real-services/services.ts'
import { createTestClient } from '../support/users.ts'

/** Returns what tests need to follow accounts through emails. */
export function createAccountTools(services: RealSupabase) {
  const createClient = (key = services.publishableKey) => createTestClient(key, services.url)

  const generateAccount = () => ({
    email: `${crypto.randomUUID()}@example.com`,
    password: 'correct-horse-7',
  })

  /** Returns the token of the link in the last email to a recipient. */
  function readToken(email: string): EmailToken {
    const text = services.emails.get(email)?.at(-1)?.text ?? ''
    const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
    const callback = readEmailLink(new URL(link))
    if (callback?.kind !== 'token') throw new Error(`The link has no token: ${link}`)
    return callback.token
  }

  /** Sends the token of a link, as the app does when its button is pressed. */
  const verify = ({ hash, type }: EmailToken, client = createClient()) =>
    client.auth.verifyOtp({ token_hash: hash, type })

  /** Follows a link of the auth service, as in emails of other templates, and reads the URL to which it redirects. */
  async function followServiceLink({ hash, type }: EmailToken, redirectTo = services.url) {
    const query = new URLSearchParams({ token: hash, type, redirect_to: redirectTo })
    const response = await fetch(`${services.url}/auth/v1/verify?${query}`, { redirect: 'manual' })
    return readEmailLink(new URL(response.headers.get('location') ?? ''))
  }

  /** Returns a client that has signed in with the link in the last email to a recipient. */
  async function signInWithLink(email: string) {
    const client = createClient()
    const { data, error } = await verify(readToken(email), client)
    if (error) throw error
    if (!data.session) throw new Error('The link has no session')
    return client
  }

  async function createAccount() {
    const account = generateAccount()
    await createClient().auth.signUp(account)
    return { account, client: await signInWithLink(account.email) }
  }

  return {
    createClient,
    generateAccount,
    readToken,
    verify,
    followServiceLink,
    signInWithLink,
    createAccount,
  }
}
