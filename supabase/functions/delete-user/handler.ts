import { answer, json, pathOf, Refusal } from '../_shared/http.ts'
import { type Caller, identifyCaller, secretClient } from '../_shared/clients.ts'
import { removePictures } from './remove-pictures.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const bodyLimit = 1000

/**
 * `POST /delete-user` with `{"userId": uuid}`: a person deletes themself, or an admin deletes someone
 * who is not an admin. Takes their profile, listings, groups and pictures along. Safe to repeat.
 */
export const handler = (request: Request): Promise<Response> =>
  answer(request, async () => {
    if (pathOf(request) !== '/delete-user') throw new Refusal(404, 'There is nothing here.')
    if (request.method !== 'POST') throw new Refusal(405, 'Only POST is allowed here.')
    const secret = secretClient()
    const caller = await identifyCaller(request, secret)
    const userId = await readUserId(request)
    await refuseForbidden(caller, userId, secret)

    // Pictures first: without the account nobody would look for them again.
    await removePictures(secret, userId)
    const { error } = await secret.auth.admin.deleteUser(userId)
    if (error && error.status !== 404) throw error
    // An upload that was under way while the account went.
    await removePictures(secret, userId)
    return json({ success: true })
  })

async function readUserId(request: Request): Promise<string> {
  const text = await request.text()
  if (text.length > bodyLimit) throw new Refusal(400, 'The request is too long.')
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
  secret: ReturnType<typeof secretClient>,
): Promise<void> {
  const isSelf = caller.id === userId
  if (!isSelf && !caller.isAdmin) {
    throw new Refusal(403, 'You may only delete your own account.')
  }
  if (isSelf && !caller.isAdmin) return

  const admins = await secret.from('profiles').select('id').eq('is_admin', true).limit(1000)
  if (admins.error) throw admins.error
  const isAdmin = admins.data.some(({ id }) => id === userId)
  if (isAdmin && !isSelf) throw new Refusal(403, 'An admin cannot be deleted by another admin.')
  if (isAdmin && admins.data.length === 1) {
    throw new Refusal(409, 'You are the last admin. Make someone else an admin first.')
  }
}
