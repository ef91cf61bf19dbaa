import type { SupabaseClient } from '@supabase/supabase-js'
import { getSecretKeys } from '../../_shared/clients.ts'
import { createResponse, HttpError } from '../../_shared/http.ts'
import { uuidPattern } from '../../_shared/read-body.ts'

/** The kinds of emails that users can turn off, and the column for each. */
const columns = {
  decisions: 'wants_decision_emails',
  summary: 'wants_summary_emails',
  alerts: 'wants_alert_emails',
  reports: 'wants_report_emails',
} as const
export type EmailChoice = keyof typeof columns
const choices: EmailChoice[] = ['decisions', 'summary', 'alerts', 'reports']

/**
 * Returns the link that unsubscribes a user from one kind of email without signing in. It is signed with the
 * project's secret key, so it cannot be forged for another user.
 */
export async function createUnsubscribeUrl(
  functionUrl: string,
  userId: string,
  choice: EmailChoice,
): Promise<string> {
  const [secretKey = ''] = getSecretKeys()
  const key = await importKey(secretKey, 'sign')
  const signature = await crypto.subtle.sign('HMAC', key, encodeClaim(userId, choice))
  const hex = Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0'))
  const query = new URLSearchParams({ user: userId, emails: choice, signature: hex.join('') })
  return `${functionUrl}/unsubscribe?${query}`
}

/**
 * Turns off the kind of emails that a signed link names. Email programs send this request for one-click unsubscribe (RFC 8058). Safe
 * to repeat.
 *
 * @throws HttpError with status 400 when the signature is not valid
 */
export async function unsubscribe(secret: SupabaseClient, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams
  const userId = query.get('user') ?? ''
  const choice = choices.find((known) => known === query.get('emails'))
  if (
    !choice || !uuidPattern.test(userId) ||
    !(await isSigned(userId, choice, query.get('signature')))
  ) {
    throw new HttpError(
      400,
      'This link is not complete. Choose your emails on your profile instead.',
    )
  }
  const { error } = await secret
    .from('profiles')
    .update({ [columns[choice]]: false })
    .eq('id', userId)
  if (error) throw error
  return createResponse({ success: true })
}

/** Redirects to the email settings. A GET changes nothing, because virus scanners open every link in an email. */
export function openEmailSettings(): Promise<Response> {
  const location = new URL('/profile#emails', Deno.env.get('SITE_URL')).href
  return Promise.resolve(new Response(null, { status: 303, headers: { location } }))
}

async function isSigned(userId: string, choice: EmailChoice, hex: string | null): Promise<boolean> {
  if (!hex || !/^[0-9a-f]{64}$/.test(hex)) return false
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16))
  const results = await Promise.all(
    getSecretKeys().map(async (secretKey) => {
      const key = await importKey(secretKey, 'verify')
      return crypto.subtle.verify('HMAC', key, signature, encodeClaim(userId, choice))
    }),
  )
  return results.includes(true)
}

const encoder = new TextEncoder()

const encodeClaim = (userId: string, choice: EmailChoice) =>
  encoder.encode(`unsubscribe ${userId.toLowerCase()} ${choice}`)

const importKey = (secretKey: string, usage: KeyUsage) =>
  crypto.subtle.importKey(
    'raw',
    encoder.encode(secretKey),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    [usage],
  )
