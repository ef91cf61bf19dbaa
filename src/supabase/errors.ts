import { readProperty, readText } from '../lib/read-property.ts'

/** An error to show to users. The message is empty if the cause would mean nothing to them. */
export class UserError extends Error {
  override name = 'UserError'
  /** The service's error code, for example 'PGRST116'; 'unreachable' if it did not respond. */
  readonly code: string
  /** HTTP status, or 0 without a response. */
  readonly status: number
  /** The column that the database rejected. */
  readonly field: string | null
  /** The message replaces the caller's 'Failed to ...' instead of following it. */
  readonly isComplete: boolean

  constructor(
    message: string,
    { code = '', status = 0, field = null, isComplete = false, cause }: Partial<Details> = {},
  ) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.field = field
    this.isComplete = isComplete
  }
}

type Details = Pick<UserError, 'code' | 'status' | 'field' | 'isComplete'> & { cause: unknown }

/** The result of a call of the data client, the auth client or the storage client. */
type Response = { data: unknown; error: unknown; status?: number }
type DataOf<R extends Response> = Extract<R, { error: null }>['data']

/**
 * Returns the data of a Supabase response.
 *
 * @param noRow the message if a database call returned no row (`maybeSingle`): row-level security hides it, or it was
 * deleted
 * @throws UserError when the call failed, or returned null although `noRow` is given
 */
export function unwrap<R extends Response>(response: R): DataOf<R>
export function unwrap<R extends Response>(response: R, noRow: string): NonNullable<DataOf<R>>
export function unwrap({ data, error, status }: Response, noRow?: string): unknown {
  // The error of a database call does not include the HTTP status.
  if (error) throw toUserError(error, status)
  if (noRow && (data === null || data === undefined)) throw new UserError(noRow)
  return data
}

/** Converts any failure: of the auth service, the database, storage, an edge function, or our own code. */
export function toUserError(error: unknown, status = statusOf(error)): UserError {
  if (error instanceof UserError) return error
  const code = isUnreachable(error, status)
    ? 'unreachable'
    : readText(error, 'code') || readText(error, 'name')
  const field = isRaisedForUsers(code) ? readText(error, 'details') || null : null
  return new UserError(messageFor(error, code, status), { code, status, field, cause: error })
}

/** Returns 'Failed to update community: <reason>', or the failure alone if no reason is known. */
export function failureMessage(failure: string, error: unknown): string {
  const { message, isComplete } = toUserError(error)
  if (!message) return failure
  return isComplete ? message : `${failure}: ${message}`
}

/** The reason to show below a failure when none is known. */
export const noReason = 'The service gave no reason. Try again in a moment.'

/** Whether an error has a code. 'PGRST116', for example: the query expected one row and found none. */
export const hasErrorCode = (error: unknown, code: string): boolean =>
  readText(error, 'code') === code

/** The code of a refused save: another tab or user has saved a newer version. */
export const staleVersionCode = 'PT412'

/** Whether the account was deleted, according to the auth service. */
export const isAccountGone = (error: unknown) => hasErrorCode(error, 'user_not_found')

/** Whether no response of the service arrived, or only a gateway's. */
export const isConnectionProblem = (error: unknown): boolean =>
  toUserError(error).code === 'unreachable'

/** Returns why a password was rejected, one sentence per reason; empty for every other error. */
export function weakPasswordReasons(error: unknown): string[] {
  if (readText(error, 'code') !== 'weak_password') return []
  const reasons = readProperty(error instanceof UserError ? error.cause : error, 'reasons')
  const known = Array.isArray(reasons)
    ? reasons.flatMap((reason) => passwordRules[String(reason)] ?? [])
    : []
  return known.length > 0 ? known : ['It is too easy to guess: make it longer or less common.']
}

const passwordRules: Record<string, string> = {
  length: 'It is too short: use at least 8 characters.',
  characters: 'It needs a letter from A to Z and a digit.',
  pwned: 'It has appeared in a data leak, so others may guess it.',
}

const endedCodes = new Set<unknown>([
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
  'refresh_token_not_found',
  'refresh_token_already_used',
  // Of auth services without error codes.
  'invalid_grant',
])

/**
 * Whether an error code of the auth service proves that a session has ended. The status does not: an expired token also
 * causes a 403.
 */
export const provesSessionEnd = (code: unknown): boolean => endedCodes.has(code)

/** The auth client's error if there is no session, or the service has ended it. */
export const sessionMissing = 'AuthSessionMissingError'

export const sessionEnded = 'Your session has ended. Sign in again.'
const tooManyAttempts = 'Too many attempts. Wait a few minutes and try again.'
const serviceFailed = 'The service had a problem. Try again in a moment.'
const appsDisabled = 'Authenticator apps are switched off at the moment.'
const expiredLink = 'That link has expired or was already used. Ask for a new one.'
const hasPasskey = 'This device already has a passkey for your account.'
const slowPasskey = 'That took too long. Try again.'
const foreignPasskey = "Passkeys don't work at this address of the site."

const lateReturn = 'That took too long, or was already used. Start again.'
const providerDisabled = 'That way to sign in is switched off at the moment.'

const unusableEmail = "That email address can't be used. Check it for typing mistakes."

/** Messages by error code; functions where one code covers several cases. */
const catalog: Record<string, string | ((error: unknown) => string)> = {
  unreachable: "We couldn't reach the service. Check your connection and try again in a moment.",
  invalid_credentials: "That email and password don't match. Check both and try again.",
  email_not_confirmed: "This email address isn't confirmed yet. Follow the link we sent you.",
  user_already_exists: 'There is already an account for that address. Sign in instead.',
  email_exists: 'There is already an account for that address. Use another one.',
  email_address_invalid: unusableEmail,
  email_address_not_authorized: "We can't send email to that address. Use another one.",
  user_not_found: 'This account no longer exists.',
  user_banned: 'This account is blocked. Contact us if you think that is a mistake.',
  signup_disabled: "New accounts can't be created at the moment.",
  email_provider_disabled: 'Signing in with a password is switched off at the moment.',
  weak_password: (error) =>
    ['Choose a stronger password.', ...weakPasswordReasons(error)].join(' '),
  same_password: 'That is already your password. Choose a different one.',
  validation_failed: (error) => {
    const message = readText(error, 'message')
    // Its rule for emails is stricter than ours.
    if (/validate email address/i.test(message)) return unusableEmail
    return /password cannot be longer/i.test(message)
      ? 'Choose a shorter password: 72 characters at most, and an accented letter or emoji counts as several.'
      : ''
  },
  otp_expired: expiredLink,
  flow_state_expired: lateReturn,
  flow_state_not_found: lateReturn,
  flow_state_already_used: lateReturn,
  bad_code_verifier: lateReturn,
  bad_oauth_state: lateReturn,
  bad_oauth_callback: lateReturn,
  oauth_provider_not_supported: providerDisabled,
  provider_disabled: providerDisabled,
  provider_email_needs_verification:
    "Your email address isn't confirmed there. Look for an email from us with a link to confirm it, or sign in another way.",
  otp_disabled: 'Links by email are switched off at the moment.',
  reauthentication_needed: 'For your safety, sign out and sign in again before you change this.',
  reauthentication_not_valid: 'That code is wrong or has expired. Check it, or request a new one.',
  current_password_required: 'Please also enter your current password.',
  current_password_invalid: "That isn't your current password. Check it and try again.",
  insufficient_aal: 'Enter the code from your authenticator app first.',
  mfa_verification_failed: "That code isn't right. Enter the code that your app shows now.",
  mfa_verification_rejected: "That code wasn't accepted. Wait a few minutes and try again.",
  mfa_challenge_expired: 'That took too long. Enter the code that your app shows now.',
  mfa_ip_address_mismatch: 'Your connection changed. Enter the code that your app shows now.',
  mfa_factor_not_found: 'That authenticator app was removed. Reload the page.',
  mfa_factor_name_conflict: 'You already have an app with that name. Choose another one.',
  too_many_enrolled_mfa_factors: "You can't add more authenticator apps. Remove one first.",
  mfa_totp_enroll_not_enabled: appsDisabled,
  mfa_totp_verify_not_enabled: appsDisabled,
  passkey_disabled: 'Passkeys are switched off at the moment. Sign in another way.',
  too_many_passkeys: "You can't add more passkeys. Remove one first.",
  webauthn_credential_exists: hasPasskey,
  webauthn_challenge_expired: slowPasskey,
  webauthn_challenge_not_found: slowPasskey,
  webauthn_verification_failed:
    "That passkey wasn't accepted. It may have been removed: sign in another way.",
  // The auth client's codes for failures of the browser. It does not tell whether the user canceled or has no passkey.
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: 'No passkey was used. Try again, or continue without one.',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: hasPasskey,
  ERROR_INVALID_DOMAIN: foreignPasskey,
  ERROR_INVALID_RP_ID: foreignPasskey,
  captcha_failed: "We couldn't check that you are a person. Reload the page and try again.",
  identity_already_exists: 'That sign-in is already linked to an account.',
  identity_not_found: "That sign-in isn't linked to your account.",
  single_identity_not_deletable: "You can't remove the only way you have to sign in.",
  email_conflict_identity_not_deletable:
    "You can't remove it: the email address of your other sign-in belongs to another account.",
  manual_linking_disabled: 'Linking is switched off at the moment.',
  over_email_send_rate_limit: (error) =>
    /only request this/i.test(readText(error, 'message'))
      ? 'We just sent an email. Wait a minute before asking for another.'
      : 'Too many emails were requested in the last hour, so none was sent and nothing was saved. Try again in an hour.',
  over_request_rate_limit: tooManyAttempts,
  unexpected_failure: serviceFailed,
  conflict: serviceFailed,
  hook_timeout: serviceFailed,
  hook_timeout_after_retry: serviceFailed,
  hook_payload_over_size_limit: serviceFailed,
  hook_payload_invalid_content_type: serviceFailed,
  bad_jwt: sessionEnded,
  no_authorization: sessionEnded,
  [sessionMissing]: sessionEnded,
  PGRST301: sessionEnded,
  PGRST302: sessionEnded,
  PGRST303: sessionEnded,
  42501: "You don't have permission to do that.",
}

/** Why a button is disabled. The database raises the same message. */
export const suspendedReason = 'Your account is suspended. Your profile page says why.'

/**
 * The errors of storage triggers that users can cause (supabase/schemas/communities/images.sql). The storage service
 * passes on the message, but no code.
 */
const storageMessages = new Set([
  'The image is empty.',
  'You can store at most 200 images. Unused ones are deleted after a week.',
  suspendedReason,
])

function messageFor(error: unknown, code: string, status: number): string {
  const message = readText(error, 'message')
  if (isRaisedForUsers(code) || storageMessages.has(message)) return message
  const entry = Object.hasOwn(catalog, code) ? catalog[code] : undefined
  if (entry) return typeof entry === 'string' ? entry : entry(error)
  if (provesSessionEnd(code) || isTokenMessage(message)) return sessionEnded
  if (status === 429) return tooManyAttempts
  if (status === 413) return 'That is more than the service accepts. Make it shorter or smaller.'
  return status >= 500 ? serviceFailed : ''
}

/** All errors that our SQL raises for users have the code 'PT' + HTTP status; PostgreSQL itself never uses it. */
const isRaisedForUsers = (code: string) => /^PT\d{3}$/.test(code)

/** Whether a message is about a rejected access token: storage has no code for it. */
export const isTokenMessage = (message: unknown) => /\bjwt\b|"exp" claim/i.test(String(message))

/** 520 and above are sent by Cloudflare, in front of hosted projects. */
const gatewayStatuses = new Set([408, 502, 503, 504, 511])

function isUnreachable(error: unknown, status: number): boolean {
  if (gatewayStatuses.has(status) || (status >= 520 && status <= 530)) return true
  const name = readText(error, 'name')
  if (name === 'FunctionsFetchError' || name === 'TimeoutError') return true
  if (name === 'AuthRetryableFetchError') return status === 0
  // Browsers' messages for a failed fetch, which the data client reports as a database error.
  return /Failed to fetch|NetworkError when attempting|Load failed|fetch failed|network connection was lost/i.test(
    readText(error, 'message'),
  )
}

/** Returns the HTTP status. Storage always responds with 400; `statusCode` has the real status, or a word. */
const statusOf = (error: unknown): number =>
  Number(readProperty(error, 'statusCode')) || Number(readProperty(error, 'status')) || 0
