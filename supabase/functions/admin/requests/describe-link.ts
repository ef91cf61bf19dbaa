import type { SupabaseClient } from '@supabase/supabase-js'
import { createResponse, HttpError, readQuery } from '../../_shared/http.ts'
import { readAnswerLink, signAnswer } from './still-active.ts'
import { readUnsubscribeLink, signUnsubscribe } from './unsubscribe.ts'

/**
 * Returns what a signed link of an email does and for which address, so that its page can say so before the button is
 * pressed. A link of an earlier email is returned in its present form.
 *
 * @throws HttpError with status 400 when the signature is not valid, or 409 when the link has ended
 */
export async function describeLink(secret: SupabaseClient, request: Request): Promise<Response> {
  const query = readQuery(request)
  const unsubscribes = await readUnsubscribeLink(query)
  if (unsubscribes) {
    const { userId, choice } = unsubscribes
    return createResponse({
      link: await signUnsubscribe(userId, choice),
      address: await readAddress(secret, userId),
      emails: choice,
    })
  }
  const answers = await readAnswerLink(query)
  if (!answers) throw new HttpError(400, 'This link is not complete.')
  const { community, user, asked } = answers
  const { data, error } = await secret.from('communities').select('name')
    .eq('id', community).eq('owner_id', user).maybeSingle()
  if (error) throw error
  if (!data) throw ended()
  return createResponse({
    link: await signAnswer(community, user, asked),
    address: await readAddress(secret, user),
    community: data.name,
  })
}

/** Returns the address that the emails go to. */
async function readAddress(secret: SupabaseClient, userId: string): Promise<string> {
  const { data, error } = await secret.from('profiles').select('sign_in_email')
    .eq('id', userId).maybeSingle()
  if (error) throw error
  if (!data) throw ended()
  return data.sign_in_email
}

const ended = () => new HttpError(409, 'This link has ended.')
