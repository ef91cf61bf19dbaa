import type { SupabaseClient } from '@supabase/supabase-js'
import { answer, json, pathOf, Refusal } from '../_shared/http.ts'
import { type Caller, identifyCaller, secretClient } from '../_shared/clients.ts'
import { readText } from './read-text.ts'
import { removeImages } from './remove-images.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
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
    await refuseForbidden(caller, userId, secret)

    // The audit log names who asked; the auth service, which deletes, does not know.
    const announced = await secret.rpc('announce_deletion', {
      user_id: userId,
      actor_id: caller.id,
    })
    if (announced.error) throw announced.error
    // Images first: without the account nobody would look for them again.
    await removeImages(secret, userId)
    const { error } = await secret.auth.admin.deleteUser(userId)
    if (error && error.status !== 404) {
      // The database keeps the last admin, whatever was true a moment ago.
      await refuseForbidden(caller, userId, secret)
      throw error
    }
    // An upload that was under way while the account went.
    await removeImages(secret, userId)
    return json({ success: true })
  })

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

async function refuseForbidden(
  caller: Caller,
  userId: string,
  secret: SupabaseClient,
): Promise<void> {
  if (caller.id === userId) {
    if (caller.isAdmin && !(await hasOtherAdmin(secret, userId))) {
      throw new Refusal(409, 'You are the last admin. Make someone else an admin first.')
    }
    return
  }
  if (!caller.isAdmin) throw new Refusal(403, 'You may only delete your own account.')
  const target = await secret
    .from('profiles')
    .select('is_admin')
    .eq('id', userId)
    .maybeSingle<{ is_admin: boolean }>()
  if (target.error) throw target.error
  if (target.data?.is_admin) {
    throw new Refusal(403, 'An admin cannot be deleted by another admin.')
  }
}

async function hasOtherAdmin(secret: SupabaseClient, id: string): Promise<boolean> {
  const { data, error } = await secret
    .from('profiles')
    .select('id')
    .eq('is_admin', true)
    .neq('id', id)
    .limit(1)
  if (error) throw error
  return data.length > 0
}
