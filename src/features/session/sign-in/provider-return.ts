import type { Session } from '@supabase/supabase-js'
import type { NavigateFunction } from 'react-router-dom'
import { readText } from '../../../lib/read-property.ts'
import { supabase } from '../../../supabase/client.ts'
import { failureMessage, toUserError, unwrap } from '../../../supabase/errors.ts'
import { readUserAndUpdateSession } from '../../../supabase/read-user.ts'
import { readStoredSession } from '../../../supabase/stored-session.ts'
import { toast } from '../../../ui/toast.tsx'
import { followLink } from '../email-links.ts'
import { flowParameter, readReturningFlow } from '../provider-flow.ts'
import { readEmailLink, withoutEmailLink } from '../read-email-link.ts'
import { forgetRequestedEmail, storeRequestedEmail } from '../requested-email.ts'
import { openSignIn, type SignInRequest } from '../sign-in-request.ts'
import { holdSession, showSigningIn } from '../useSession.ts'
import { describeProviderProblem } from './ProviderButtons.tsx'
import { createFlowClient, type Provider, providerNames, takeFlow } from './providers.ts'

/* The return from Google or Apple, with a code or an error in the URL. */

/** The URL that is being handled. Strict mode runs effects twice, and the service accepts a code once. */
let handled = ''

/** Completes the flow that the URL returns from. The code stays in the URL meanwhile, so that a reload repeats this. */
export async function finishFlow(navigate: NavigateFunction): Promise<void> {
  const { href, pathname, search } = window.location
  if (readEmailLink(window.location)?.kind !== 'provider' || href === handled) return
  handled = href
  const found = new URLSearchParams(search)
  const id = found.get(flowParameter)
  const returning = readReturningFlow(search)
  const isLinking = readText(returning, 'kind') === 'link'
  const code = returning && found.get('code')

  const release = holdSession()
  const result: { session?: Session; problem?: string } = found.has('error')
    ? { problem: readProblem(found) }
    : isLinking
      ? {}
      : id && code
        ? await exchange(id, code)
        : { problem: 'flow_state_not_found' }

  // The auth service forgets the marker after five minutes. Another tab's flow stays.
  const flow = returning || !id ? takeFlow() : null
  const request = flow?.request ?? null
  if (window.location.href === href) {
    const page = id ? (flow?.page ?? pathname) : withoutEmailLink(window.location)
    void navigate(page, { replace: true })
  }
  if (isLinking && flow) void reportLinking(flow.provider, result.problem)
  else if (result.session) void signIn(result.session, request, navigate)
  else reportProblem(result.problem ?? '', request, navigate)
  release()
}

const canceled = 'canceled'

/** Returns an error code. The company itself has none for a user who canceled. */
function readProblem(found: URLSearchParams): string {
  const code = found.get('error_code')
  if (!code && found.get('error') === 'access_denied') return canceled
  return code || 'unexpected_failure'
}

async function exchange(id: string, code: string) {
  try {
    return { session: unwrap(await createFlowClient(id).auth.exchangeCodeForSession(code)).session }
  } catch (error) {
    return { problem: toUserError(error).code }
  }
}

/** Signs in, unless another account has signed in meanwhile: then asks first. Continues with what the user wanted. */
async function signIn(
  session: Session,
  request: SignInRequest | null,
  navigate: NavigateFunction,
): Promise<void> {
  storeRequestedEmail({ continueTo: request?.continueTo ?? null })
  showSigningIn()
  await followLink({ tokens: session, type: null, issuedAt: null }, navigate, (problem) =>
    reportProblem(problem, request, navigate),
  )
  forgetRequestedEmail()
  const { id, email = '', identities = [] } = session.user
  const isKnown = identities.some(
    ({ provider, identity_data: data }) =>
      provider in providerNames && readText(data, 'email').toLowerCase() === email,
  )
  // Someone else may have linked the user's Google account to their own account here.
  if (!isKnown && readStoredSession()?.userId === id) toast(`You are signed in as ${email}`)
}

function reportProblem(problem: string, request: SignInRequest | null, navigate: NavigateFunction) {
  const isSignedIn = readStoredSession() !== null
  if (problem === canceled) {
    if (request && !isSignedIn) openSignIn(navigate, 'sign-in', { ...request, problem: null })
    return
  }
  if (isSignedIn) {
    toast.error(describeProviderProblem(problem))
    return
  }
  if (problem === 'provider_email_needs_verification') {
    storeRequestedEmail({ continueTo: request?.continueTo ?? null })
  }
  openSignIn(navigate, 'provider-problem', { ...request, problem })
}

/** The auth service has linked the account before the return. The URL does not prove it. */
async function reportLinking(provider: Provider, problem: string | undefined): Promise<void> {
  if (problem === canceled) return
  const company = providerNames[provider]
  try {
    if (problem) throw toUserError({ code: problem })
    const { identities = [] } = await readUserAndUpdateSession(supabase.auth)
    const isLinked = identities.some((identity) => identity.provider === provider)
    if (!isLinked) throw toUserError({ code: 'flow_state_not_found' })
    toast.success(`You can now sign in with ${company}`)
  } catch (error) {
    toast.error(failureMessage(`Couldn't link ${company}`, error))
  }
}
