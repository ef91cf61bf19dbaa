import type { SupabaseClient } from '@supabase/supabase-js'
import { createResponse, HttpError, readQuery } from '../../_shared/http.ts'
import { markAddress } from '../signature.ts'
import { readAnswerLink, signAnswer } from './still-active.ts'
import { readUnsubscribeLink, signUnsubscribe } from './unsubscribe.ts'

/**
 * Returns what a signed link of an email does and for which address, so that its page can say so before the button is
 * pressed. The address is empty unless the link was sent to it. A link of an earlier email is returned in its present
 * form.
 *
 * @throws HttpError with status 400 when the signature is not valid, or 409 when the link has ended
 */
export async function describeLink(secret: SupabaseClient, request: Request): Promise<Response> {
  const query = readQuery(request)
  const unsubscribes = await readUnsubscribeLink(query)
  if (unsubscribes) {
    const { userId, choice, mark } = unsubscribes
    return createResponse({
      link: await signUnsubscribe(unsubscribes),
      address: await readAddress(secret, userId, mark),
      emails: choice,
    })
  }
  const answers = await readAnswerLink(query)
  if (!answers) throw new HttpError(400, 'This link is not complete.')
  const { community, user, mark } = answers
  const { data, error } = await secret.from('communities').select('name')
    .eq('id', community).eq('owner_id', user).maybeSingle()
  if (error) throw error
  if (!data) throw ended()
  return createResponse({
    link: await signAnswer(answers),
    address: await readAddress(secret, user, mark),
    community: data.name,
  })
}

/** Returns the address that the emails go to; an empty text if the link was sent to another, or has no mark. */
async function readAddress(
  secret: SupabaseClient,
  userId: string,
  mark: string | undefined,
): Promise<string> {
  const { data, error } = await secret.from('profiles').select('sign_in_email')
    .eq('id', userId).maybeSingle()
  if (error) throw error
  if (!data) throw ended()
  return mark === await markAddress(data.sign_in_email) ? data.sign_in_email : ''
}

const ended = () => new HttpError(409, 'This link has ended.')
