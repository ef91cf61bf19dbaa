import type { SupabaseClient } from '@supabase/supabase-js'
import { type Caller, createSecretClient, getCaller, hasSecretKey } from '../_shared/clients.ts'
import { createResponse, getPath, HttpError, withErrors } from '../_shared/http.ts'
import { checkLinks } from './jobs/check-links.ts'
import { collectImages } from './jobs/collect-images.ts'
import { runJob } from './jobs/run-job.ts'
import { listMissingSettings, sendEmails } from './jobs/send-emails.ts'
import { checkNewLink } from './requests/check-new-link.ts'
import { checkOwnLink } from './requests/check-own-link.ts'
import { describeLink } from './requests/describe-link.ts'
import { readCommunityId, reviewLink } from './requests/review-link.ts'
import { listUsers } from './requests/list-users.ts'
import { confirmStillActive } from './requests/still-active.ts'
import { openUnsubscribePage, unsubscribe } from './requests/unsubscribe.ts'

type Route =
  & { method: 'GET' | 'POST'; path: string }
  & (
    | {
      /** The schedule and `doctor` use the secret key. Admins may also run the jobs. */
      role: 'admin' | 'secret key or admin' | 'anyone'
      run(secret: SupabaseClient, request: Request): Promise<Response>
    }
    | {
      /** Any user whose sign-in is complete. */
      role: 'user'
      run(secret: SupabaseClient, request: Request, caller: Caller): Promise<Response>
    }
  )

const routes: Route[] = [
  // Requests of the admin page, and of links in emails.
  { method: 'GET', path: '/admin/users', role: 'admin', run: listUsers },
  { method: 'GET', path: '/admin/email-link', role: 'anyone', run: describeLink },
  { method: 'GET', path: '/admin/unsubscribe', role: 'anyone', run: openUnsubscribePage },
  { method: 'POST', path: '/admin/unsubscribe', role: 'anyone', run: unsubscribe },
  {
    method: 'POST',
    path: '/admin/check-new-link',
    role: 'user',
    run: async (secret, request, caller) =>
      createResponse(await checkNewLink(secret, request, caller)),
  },
  {
    method: 'POST',
    path: '/admin/check-own-link',
    role: 'user',
    run: async (secret, request, caller) =>
      createResponse(await checkOwnLink(secret, request, caller)),
  },
  { method: 'POST', path: '/admin/still-active', role: 'anyone', run: confirmStillActive },
  // Jobs that the schedule starts (scripts/ops/deploy/schedule.ts).
  {
    method: 'POST',
    path: '/admin/check-links',
    role: 'secret key or admin',
    // With a community's id, checks that link for a reviewer.
    run: async (secret, request) => {
      const communityId = await readCommunityId(request)
      return communityId
        ? createResponse(await reviewLink(secret, communityId))
        : runJob('check-links', () => checkLinks(secret))
    },
  },
  {
    method: 'POST',
    path: '/admin/send-emails',
    role: 'secret key or admin',
    run: (secret) => runJob('send-emails', () => sendEmails(secret)),
  },
  {
    method: 'GET',
    path: '/admin/send-emails',
    role: 'secret key or admin',
    run: () => Promise.resolve(createResponse({ missing: listMissingSettings() })),
  },
  {
    method: 'POST',
    path: '/admin/collect-images',
    role: 'secret key or admin',
    run: (secret) => runJob('collect-images', () => collectImages(secret)),
  },
]

export const handler = withErrors(async (request) => {
  // Schedules of earlier deployments call the former path.
  const path = getPath(request).replace(/^\/admin\/send-mail$/, '/admin/send-emails')
  const found = routes.filter((route) => route.path === path)
  if (found.length === 0) throw new HttpError(404, 'There is nothing here.')
  const route = found.find(({ method }) => method === request.method)
  if (!route) {
    const allowed = found.map(({ method }) => method).sort().join(' and ')
    throw new HttpError(405, `Only ${allowed} is allowed here.`)
  }
  const secret = createSecretClient()
  if (route.role === 'user') {
    const caller = await getCaller(request)
    await caller.requireCompleteSignIn()
    return route.run(secret, request, caller)
  }
  await authorize(route.role, request)
  return route.run(secret, request)
})

/** @throws HttpError with status 401 or 403 */
async function authorize(
  role: 'admin' | 'secret key or admin' | 'anyone',
  request: Request,
): Promise<void> {
  if (role === 'anyone' || (role === 'secret key or admin' && hasSecretKey(request))) return
  const caller = await getCaller(request)
  if (!(await caller.isAdmin())) throw new HttpError(403, 'Only an admin may do that.')
}
