import type { AuthError, SupabaseClient } from '@supabase/supabase-js'
import { createSecretClient, getCaller, toHttpError } from '../_shared/clients.ts'
import { createResponse, getPath, HttpError, withErrors } from '../_shared/http.ts'
import { readJson, uuidPattern } from '../_shared/read-body.ts'

/**
 * `POST /delete-user` with `{"userId": uuid}`: users delete themselves, admins delete users who are not admins.
 * Deletes the account with its profile, communities, groups and images, except images that communities of other users
 * use. Safe to repeat.
 */
export const handler = withErrors(async (request) => {
  if (getPath(request) !== '/delete-user') throw new HttpError(404, 'There is nothing here.')
  if (request.method !== 'POST') throw new HttpError(405, 'Only POST is allowed here.')
  const secret = createSecretClient()
  const caller = await getCaller(request)
  const userId = await readUserId(request)
  // Users may delete their own account without the second factor that admins need. `isAdmin` only checks that factor
  // here: announceDeletion checks the role.
  if (userId === caller.id) await caller.requireCompleteSignIn()
  else await caller.isAdmin()

  const announce = () => announceDeletion(secret, userId, caller.id)
  const isAlreadyDeleted = !(await announce())
  if (isAlreadyDeleted) return createResponse({ success: true })
  // Checked before anything is deleted: without instance_id, for example, the auth service does not find an account.
  const found = await secret.auth.admin.getUserById(userId)
  if (found.error) throw toAuthError(found.error)

  // Read before the account is deleted: the folder's name is in the profile.
  const folder = await readImageFolder(secret, userId)
  await forgetDecisions(secret, userId)
  const { error } = await secret.auth.admin.deleteUser(userId)
  // 404: a concurrent request has deleted the account, or the auth service no longer finds it.
  if (error && (error.status !== 404 || (await announce()))) throw toAuthError(error)
  // After the account: a deletion that fails must not leave communities without images.
  if (folder) {
    await removeImages(secret, folder).catch((error: unknown) => {
      // The account is gone, so the user cannot repeat this. The job collect-images removes what is left.
      console.error(`The images in ${folder} could not be removed`, error)
    })
  }
  return createResponse({ success: true })
})

/**
 * The database checks whether the caller may delete this user. It also records the caller for the audit log, because
 * the auth service deletes the account in its own name.
 *
 * @returns whether the account exists
 */
async function announceDeletion(
  secret: SupabaseClient,
  userId: string,
  callerId: string,
): Promise<boolean> {
  const { data, error } = await secret.rpc('announce_deletion', {
    user_id: userId,
    actor_id: callerId,
  })
  if (error) throw toHttpError(error)
  return data
}

/** Explains a 404 of the auth service for an account that exists in the database. */
const toAuthError = (error: AuthError): Error =>
  error.status === 404
    ? new HttpError(409, 'The auth service cannot find this account, so it was not deleted.')
    : error

/** Returns null when the account has no profile, and so no images. */
async function readImageFolder(secret: SupabaseClient, userId: string): Promise<string | null> {
  const { data, error } = await secret
    .from('profiles')
    .select('image_folder')
    .eq('id', userId)
    .maybeSingle()
  if (error) throw error
  return data?.image_folder ?? null
}

/** Removes the user's id from the communities about which they decided as an admin. */
async function forgetDecisions(secret: SupabaseClient, userId: string): Promise<void> {
  for (let more = true; more;) {
    const { data, error } = await secret.rpc('forget_decisions', { user_id: userId })
    if (error) throw error
    more = data
  }
}

/**
 * Removes the files in the image folder of a deleted account, except those that communities of other users use: of a
 * co-owner, or handed over.
 */
async function removeImages(secret: SupabaseClient, folder: string): Promise<void> {
  const bucket = secret.storage.from('community-images')
  // One empty result is fine: another request for the same account may have removed the files first.
  for (let emptyResults = 0; emptyResults < 2;) {
    const { data, error } = await secret.rpc('list_images_to_delete', { folder })
    if (error) throw error
    if (data.length === 0) return
    const removed = await bucket.remove(data.map(({ name }: { name: string }) => name))
    if (removed.error) throw removed.error
    if (removed.data.length === 0) emptyResults += 1
    else emptyResults = 0
  }
  throw new Error('Storage removed none of the files')
}

async function readUserId(request: Request): Promise<string> {
  const hint = 'Send {"userId": "..."} with the id of a user.'
  const { userId } = await readJson(request, hint)
  if (typeof userId !== 'string' || !uuidPattern.test(userId)) throw new HttpError(400, hint)
  return userId.toLowerCase()
}
