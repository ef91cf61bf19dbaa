import type { PostgrestError, SupabaseClient } from '@supabase/supabase-js'
import { answer, json, pathOf, Refusal } from '../_shared/http.ts'
import { identifyCaller, secretClient } from '../_shared/clients.ts'
import { readText, uuid } from '../_shared/read-text.ts'
import { removeImages } from './remove-images.ts'

const bodyLimit = 10_000

/**
 * `POST /delete-user` with `{"userId": uuid}`: a person deletes themself, or an admin deletes someone
 * who is not an admin. Takes their profile, communities, groups and images along. Safe to repeat.
 */
export const handler = (request: Request): Promise<Response> =>
  answer(request, async () => {
    if (pathOf(request) !== '/delete-user') throw new Refusal(404, 'There is nothing here.')
    if (request.method !== 'POST') throw new Refusal(405, 'Only POST is allowed here.')
    const secret = secretClient()
    const caller = await identifyCaller(request, secret)
    const userId = await readUserId(request)

    // Decided before anything is removed, and by the database, which sees who else is leaving. The audit
    // log names who asked; the auth service, which deletes, does not know.
    const announced = await secret.rpc('announce_deletion', {
      user_id: userId,
      actor_id: caller.id,
    })
    if (announced.error) throw refusalOf(announced.error)
    // The images first: the profile names their folder.
    const folder = await readImageFolder(secret, userId)
    if (folder) await removeImages(secret, folder)
    const { error } = await secret.auth.admin.deleteUser(userId)
    if (error && error.status !== 404) throw error
    // An upload may have finished while the account was being deleted.
    if (folder) await removeImages(secret, folder)
    return json({ success: true })
  })

/** Null when the account has no profile, and so no images. */
async function readImageFolder(secret: SupabaseClient, userId: string): Promise<string | null> {
  const { data, error } = await secret
    .from('profiles')
    .select('image_folder')
    .eq('id', userId)
    .maybeSingle()
  if (error) throw error
  return data?.image_folder ?? null
}

/** The database's refusal in its own words; any other error as it is. */
function refusalOf(error: PostgrestError): Error {
  if (error.code === 'PT403') return new Refusal(403, error.message)
  if (error.code === 'PT409') return new Refusal(409, error.message)
  return error
}

async function readUserId(request: Request): Promise<string> {
  const text = await readText(request, bodyLimit)
  const problem = new Refusal(400, 'Send {"userId": "..."} with the id of a user.')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw problem
  }
  const userId = typeof body === 'object' && body && 'userId' in body ? body.userId : undefined
  if (typeof userId !== 'string' || !uuid.test(userId)) throw problem
  return userId.toLowerCase()
}
