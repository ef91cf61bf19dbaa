import type { SupabaseClient } from '@supabase/supabase-js'
import { createResponse, HttpError } from '../../_shared/http.ts'
import { uuidPattern } from '../../_shared/read-body.ts'
import { isSigned, sign } from '../signature.ts'

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
  const signature = await sign(toClaim(userId, choice))
  const query = new URLSearchParams({ user: userId, emails: choice, signature })
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
    !(await isSigned(toClaim(userId, choice), query.get('signature')))
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

const toClaim = (userId: string, choice: EmailChoice) =>
  `unsubscribe ${userId.toLowerCase()} ${choice}`
