/**
 * Errors of the auth service, the database, storage and the edge functions, put into words a person
 * can act on (specification, section 8: weak_password carries its reasons, and the gateway statuses
 * 502, 503 and 504 count as connection problems).
 */

const connectionProblem =
  'We could not reach the service. Check your connection and try again in a moment.'
const serviceProblem = 'The service had a problem. Try again in a moment.'
const sessionEnded = 'Your session has ended. Sign in again.'
const tooMany = 'Too many attempts. Wait a few minutes and try again.'

const sentences: Record<string, string> = {
  invalid_credentials: 'That email and password do not match. Check both and try again.',
  email_not_confirmed: 'This email address is not confirmed yet. Follow the link we sent you.',
  user_already_exists: 'There is already an account for that address. Sign in instead.',
  email_exists: 'There is already an account for that address. Use another one.',
  email_address_invalid: 'That email address cannot be used. Check it for typing mistakes.',
  email_address_not_authorized: 'We cannot send email to that address. Use another one.',
  user_not_found: 'This account no longer exists.',
  user_banned: 'This account is blocked. Contact us if you think that is a mistake.',
  signup_disabled: 'New accounts cannot be created at the moment.',
  email_provider_disabled: 'Signing in with a password is switched off at the moment.',
  same_password: 'That is already your password. Choose a different one.',
  otp_expired: 'That link has expired or was already used. Ask for a new one.',
  otp_disabled: 'Links by email are switched off at the moment.',
  reauthentication_needed: 'For your safety, sign out and sign in again before you change this.',
  captcha_failed: 'We could not check that you are a person. Reload the page and try again.',
  identity_already_exists: 'That sign-in is already linked to an account.',
  identity_not_found: 'That sign-in is not linked to your account.',
  single_identity_not_deletable: 'You cannot remove the only way you have to sign in.',
  over_email_send_rate_limit: 'We just sent an email. Wait a minute before asking for another.',
  over_request_rate_limit: tooMany,
  request_timeout: connectionProblem,
  session_not_found: sessionEnded,
  session_expired: sessionEnded,
  refresh_token_not_found: sessionEnded,
  refresh_token_already_used: sessionEnded,
  bad_jwt: sessionEnded,
  no_authorization: sessionEnded,
  PGRST301: sessionEnded,
  PGRST302: sessionEnded,
  PGRST303: sessionEnded,
}

const reasonSentences: Record<string, string> = {
  length: 'It is too short: use at least 8 characters.',
  characters: 'It needs at least one letter and one digit.',
  pwned: 'It has appeared in a data leak, so others may guess it.',
}

/** Codes under which the database refuses with a sentence of its own, meant to be read. */
const ownWords = new Set(['PT409', '42501', '23505', '23514', 'P0001'])

/** The sentence for an error, or `fallback` when the error says nothing a person could use. */
export function errorMessage(error: unknown, fallback: string): string {
  if (isConnectionProblem(error)) return connectionProblem
  const reasons = weakPasswordReasons(error)
  if (reasons.length > 0) return ['Choose a stronger password.', ...reasons].join(' ')

  const code = text(error, 'code')
  const message = text(error, 'message')
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined
  if (sentence) return sentence
  // The database's stock messages begin with a small letter; ours are sentences.
  if (ownWords.has(code) && /^[A-Z]/.test(message)) return message
  if (code === '42501') return 'You do not have permission to do that.'
  if (text(error, 'name') === 'AuthSessionMissingError') return sessionEnded

  const status = statusOf(error)
  if (status === 429) return tooMany
  if (status === 413) return 'Image must be less than 5MB'
  if (status >= 500) return serviceProblem
  return fallback
}

/** True when no answer came, or only a gateway answered (502, 503, 504). */
export function isConnectionProblem(error: unknown): boolean {
  const status = statusOf(error)
  if (status === 502 || status === 503 || status === 504) return true
  const name = text(error, 'name')
  if (name === 'FunctionsFetchError' || name === 'TimeoutError') return true
  if (name === 'AuthRetryableFetchError') return status === 0
  // What the browsers say when fetch itself fails; the data client passes it on as a message.
  return /Failed to fetch|NetworkError when attempting|Load failed|fetch failed|network connection was lost/i.test(
    text(error, 'message'),
  )
}

/** Why a password was refused, one sentence a reason; empty for every other error. */
export function weakPasswordReasons(error: unknown): string[] {
  if (text(error, 'code') !== 'weak_password' && text(error, 'name') !== 'AuthWeakPasswordError') {
    return []
  }
  const reasons = field(error, 'reasons')
  const known = Array.isArray(reasons)
    ? reasons.flatMap((reason) => reasonSentences[String(reason)] ?? [])
    : []
  return known.length > 0 ? known : ['It is too easy to guess: make it longer or less common.']
}

/** For example `hasErrorCode(error, 'PGRST116')`: one row was asked for and there was none. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return text(error, 'code') === code
}

/**
 * The error text that an edge function put in its answer (`{"error": "..."}`). The client hides it
 * in `error.context`, a response that can be read once.
 */
export async function functionErrorMessage(error: unknown, fallback: string): Promise<string> {
  if (isConnectionProblem(error)) return connectionProblem
  const response = field(error, 'context')
  if (!(response instanceof Response)) return errorMessage(error, fallback)
  if ([502, 503, 504].includes(response.status)) return connectionProblem
  const body: unknown = await response.json().catch(() => null)
  return text(body, 'error') || fallback
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function text(value: unknown, key: string): string {
  const found = field(value, key)
  return typeof found === 'string' ? found : ''
}

function statusOf(error: unknown): number {
  const status = field(error, 'status') ?? field(error, 'statusCode')
  return Number(status ?? 0) || 0
}
