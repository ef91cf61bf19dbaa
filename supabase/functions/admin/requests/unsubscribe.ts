import type { SupabaseClient } from '@supabase/supabase-js'
import { createResponse, HttpError, readQuery } from '../../_shared/http.ts'
import { uuidPattern } from '../../_shared/read-body.ts'
import { isSigned, readSignedLink, signLink } from '../signature.ts'

/** The kinds of emails that users can turn off, and the column for each. */
const columns = {
  decisions: 'wants_decision_emails',
  summary: 'wants_summary_emails',
  alerts: 'wants_alert_emails',
  reports: 'wants_report_emails',
} as const
export type EmailChoice = keyof typeof columns
const choices: EmailChoice[] = ['decisions', 'summary', 'alerts', 'reports']

export interface UnsubscribeLink {
  userId: string
  choice: EmailChoice
  /** Of the address that the link was sent to. Links of earlier emails have none. */
  mark: string | undefined
}

/** Returns the link that unsubscribes a user from one kind of email without signing in. */
export const signUnsubscribe = ({ userId, choice, mark }: UnsubscribeLink): Promise<string> =>
  signLink('unsubscribe', userId, choice, mark)

/**
 * Returns what a link is signed for, null if the signature is not valid. The links of earlier emails have the values as
 * separate parameters.
 */
export async function readUnsubscribeLink(
  { link, user = '', emails, signature }: Record<string, string>,
): Promise<UnsubscribeLink | null> {
  const isEarlier = await isSigned(`unsubscribe ${user.toLowerCase()} ${emails}`, signature)
  const earlier = isEarlier ? ['unsubscribe', user, emails] : []
  const [kind, userId = '', named, mark] = await readSignedLink(link) ?? earlier
  const choice = choices.find((known) => known === named)
  const isValid = kind === 'unsubscribe' && uuidPattern.test(userId)
  return isValid && choice ? { userId, choice, mark } : null
}

/**
 * Turns off the kind of emails that a signed link names. Email programs send this request for one-click unsubscribe
 * (RFC 8058), and the page for the link in the text once its button is pressed. Safe to repeat.
 *
 * @throws HttpError with status 400 when the signature is not valid
 */
export async function unsubscribe(secret: SupabaseClient, request: Request): Promise<Response> {
  const found = await readUnsubscribeLink(readQuery(request))
  if (!found) {
    throw new HttpError(
      400,
      'This link is not complete. Choose your emails on your profile instead.',
    )
  }
  const { error } = await secret
    .from('profiles')
    .update({ [columns[found.choice]]: false })
    .eq('id', found.userId)
  if (error) throw error
  return createResponse({ success: true })
}

/** Redirects to the page with the button. A GET changes nothing, because email scanners open every link. */
export async function openUnsubscribePage(
  _secret: SupabaseClient,
  request: Request,
): Promise<Response> {
  const found = await readUnsubscribeLink(readQuery(request))
  const query = found ? `?link=${await signUnsubscribe(found)}` : ''
  const location = new URL(`/unsubscribe${query}`, Deno.env.get('SITE_URL')).href
  return new Response(null, { status: 303, headers: { location } })
}
