import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { listen } from '../../supabase/local/listen.ts'
import type { Service } from './gateway.ts'

/*
 * A stand-in for Google. Supabase Auth calls only Google's own servers for it, but any server for Keycloak, which speaks
 * the same protocol (OpenID Connect). So the gateway calls Keycloak 'google' and back.
 */

export interface Person {
  sub: string
  email: string
  name: string
  isVerified: boolean
}

const client = { id: 'waypost', secret: randomUUID() }

/**
 * Starts the stand-in.
 *
 * @param url of the gateway
 * @returns the environment variables of the auth service that refer to it
 */
export async function startIdentityProvider(url: string) {
  const server = await listen()
  const redirectUri = `${url}/auth/v1/callback`
  /** By code, then by access token. */
  const people = new Map<string, Person>()

  server.serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', server.url)
    const form = new URLSearchParams(request.method === 'POST' ? await text(request) : '')
    const redirect = (added: Record<string, string>) => {
      const state = searchParams.get('state') ?? ''
      const location = `${redirectUri}?${new URLSearchParams({ ...added, state })}`
      response.writeHead(303, { location }).end()
    }
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

    const endpoint = pathname.replace('/protocol/openid-connect/', '')
    if (endpoint === 'auth' && !isRegistered(searchParams)) json({ error: 'invalid_client' }, 400)
    else if (endpoint === 'auth' && request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    } else if (endpoint === 'auth' && form.has('cancel')) redirect({ error: 'access_denied' })
    else if (endpoint === 'auth') redirect({ code: remember(readPerson(form)) })
    else if (endpoint === 'token') {
      const person = isClient(form, request.headers.authorization) && take(form.get('code') ?? '')
      if (person) json({ access_token: remember(person), token_type: 'bearer' })
      else json({ error: 'invalid_grant' }, 400)
    } else if (endpoint === 'userinfo') {
      const person = take(request.headers.authorization?.replace('Bearer ', '') ?? '')
      const { isVerified, ...claims } = person ?? { isVerified: false }
      json({ ...claims, email_verified: isVerified, picture: 'https://example.com/me.jpg' })
    } else response.writeHead(204).end()
  })

  const isRegistered = (asked: URLSearchParams) =>
    asked.get('client_id') === client.id && asked.get('redirect_uri') === redirectUri

  const remember = (person: Person): string => {
    const token = randomUUID()
    people.set(token, person)
    return token
  }
  const take = (token: string): Person | undefined => {
    const person = people.get(token)
    people.delete(token)
    return person
  }

  return {
    env: {
      GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true',
      GOTRUE_EXTERNAL_KEYCLOAK_URL: server.url,
      GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: client.id,
      GOTRUE_EXTERNAL_KEYCLOAK_SECRET: client.secret,
      GOTRUE_EXTERNAL_KEYCLOAK_REDIRECT_URI: redirectUri,
    },
    stop: () => server.close(),
  }
}

function isClient(form: URLSearchParams, authorization = ''): boolean {
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64')
  const isInForm =
    form.get('client_id') === client.id && form.get('client_secret') === client.secret
  return isInForm || authorization === `Basic ${basic}`
}

const readPerson = (form: URLSearchParams): Person => ({
  sub: form.get('sub') ?? '',
  email: form.get('email') ?? '',
  name: form.get('name') ?? '',
  isVerified: form.get('verified') === 'on',
})

/** The form is sent to the URL of the page, which has the state. */
const page = `<!doctype html><html lang="en"><title>Stand-in for Google</title>
<form method="post">
<p><label>Account <input name="sub"></label></p>
<p><label>Email <input name="email"></label></p>
<p><label>Name <input name="name"></label></p>
<p><label><input type="checkbox" name="verified" checked> Verified</label></p>
<button>Continue</button> <button name="cancel" value="yes">Cancel</button>
</form>`

/** Returns the auth service under Google's name. */
export const asGoogle = (service: Service): Service => ({
  stop: () => service.stop(),
  async call(method, path, ...rest) {
    const asked = path.replace('provider=google', 'provider=keycloak')
    const response = await service.call(method, asked, ...rest)
    if (!response.headers.get('content-type')?.startsWith('application/json')) return response
    const { status, headers } = response
    // The settings have both: the last one counts.
    const body = (await response.text()).replaceAll('"keycloak"', '"google"')
    return new Response(body, { status, headers })
  },
})
