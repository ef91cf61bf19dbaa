import type { PostgrestSingleResponse } from '@supabase/supabase-js'

/*
 * How a call ends: with its data, or with an error that knows its HTTP status. And the one place that turns
 * the errors of the auth service, the database, storage and the edge functions into words a person can act on.
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

/** One code for two cases, which only the message of the auth service tells apart. */
function mailLimitSentence(message: string): string {
  return /only request this/i.test(message)
    ? 'We just sent an email. Wait a minute before asking for another.'
    : 'We sent no email, because too many were asked for in the last hour, and nothing was saved. Try again in an hour.'
}

/** Codes under which the database refuses with a sentence of its own, meant to be read. */
const databaseSentences = new Set(['PT409', 'PT410', 'PT429', '42501', '23505', '23514', 'P0001'])

/**
 * A call that failed. The data client leaves the HTTP status out of its errors, and a gateway that
 * answers without JSON gives nothing else to go by: so the status is kept beside the code.
 */
export class ServiceError extends Error {
  override name = 'ServiceError'
  /** HTTP status, or 0 when no answer came. */
  readonly status: number
  readonly code: string

  constructor(error: unknown, status = statusOf(error)) {
    super(text(error, 'message'), { cause: error })
    this.status = status
    this.code = text(error, 'code')
  }
}

/**
 * Nothing was changed, and the message says why: the row was deleted, row-level security hides it from this
 * person, or an earlier change is still being saved.
 */
export class NothingChanged extends Error {
  override name = 'NothingChanged'
}

/**
 * The data of a finished database call.
 *
 * @throws ServiceError when the call failed
 */
export function unwrap<Data>({ data, error, status }: PostgrestSingleResponse<Data>): Data {
  if (error) throw new ServiceError(error, status)
  return data
}

/**
 * The row that an update or a delete returned, asked for with `.select(...).maybeSingle()`.
 *
 * @param gone the sentence for when no row was changed: it was deleted, or is hidden from this person
 * @throws ServiceError when the call failed, NothingChanged when it touched no row
 */
export function changedRow<Row>(
  response: PostgrestSingleResponse<Row>,
  gone: string,
): NonNullable<Row> {
  const row = unwrap(response)
  if (row === null || row === undefined) throw new NothingChanged(gone)
  return row
}

/** Code of an error whose message says all there is to say, for example an edge function's. */
export const wholeSentence = 'whole-sentence'

/**
 * What failed and why: 'Failed to update community: ...', or the failure alone when nothing is known
 * of the reason. What an edge function says about its failure stands alone.
 */
export function failureMessage(failure: string, error: unknown): string {
  if (text(error, 'code') === wholeSentence && !isConnectionProblem(error)) {
    return text(error, 'message')
  }
  const reason = errorMessage(error, '')
  return reason ? `${failure}: ${reason}` : failure
}

/** The fallback where the failure itself is already on view. */
export const noReason = 'The service gave no reason. Try again in a moment.'

/** The sentence for an error, or `fallback` when the error says nothing a person could use. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof NothingChanged) return error.message
  if (isConnectionProblem(error)) return connectionProblem
  const reasons = weakPasswordReasons(error)
  if (reasons.length > 0) return ['Choose a stronger password.', ...reasons].join(' ')

  const code = text(error, 'code')
  const message = text(error, 'message')
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined
  if (sentence) return sentence
  if (code === 'over_email_send_rate_limit') return mailLimitSentence(message)
  if (code === 'validation_failed' && /password cannot be longer/i.test(message)) {
    return 'Choose a shorter password: 72 characters at most, and an accented letter or emoji counts as several.'
  }
  // The database's stock messages begin with a small letter; ours are sentences.
  if (databaseSentences.has(code) && /^[A-Z]/.test(message)) return message
  if (code === wholeSentence) return message
  // Storage names no code. What it says itself has no full stop, what the database says has one.
  if (nameOf(error) === 'StorageApiError' && statusOf(error) === 403 && message.endsWith('.')) {
    return message
  }
  if (code === '42501') return 'You do not have permission to do that.'
  if (nameOf(error) === 'AuthSessionMissingError') return sessionEnded

  const status = statusOf(error)
  if (status === 429) return tooMany
  if (status === 413) return 'That is more than the service accepts. Make it shorter or smaller.'
  if (status >= 500) return serviceProblem
  return fallback
}

/** True when no answer came, or only a gateway answered (502, 503, 504). */
export function isConnectionProblem(error: unknown): boolean {
  const status = statusOf(error)
  if (status === 502 || status === 503 || status === 504) return true
  const name = nameOf(error)
  if (name === 'FunctionsFetchError' || name === 'TimeoutError') return true
  if (name === 'AuthRetryableFetchError') return status === 0
  // What the browsers say when fetch itself fails; the data client passes it on as a message.
  return /Failed to fetch|NetworkError when attempting|Load failed|fetch failed|network connection was lost/i.test(
    text(error, 'message'),
  )
}

/** Why a password was refused, one sentence a reason; empty for every other error. */
export function weakPasswordReasons(error: unknown): string[] {
  if (text(error, 'code') !== 'weak_password' && nameOf(error) !== 'AuthWeakPasswordError') {
    return []
  }
  const reasons = field(causeOf(error), 'reasons')
  const known = Array.isArray(reasons)
    ? reasons.flatMap((reason) => reasonSentences[String(reason)] ?? [])
    : []
  return known.length > 0 ? known : ['It is too easy to guess: make it longer or less common.']
}

/** For example `hasErrorCode(error, 'PGRST116')`: one row was asked for and there was none. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return text(error, 'code') === code
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function text(value: unknown, key: string): string {
  const found = field(value, key)
  return typeof found === 'string' ? found : ''
}

/**
 * HTTP status of a failed call, 0 when it has none. Storage answers 400 and names the true one beside, or
 * a word in its place.
 */
export function statusOf(error: unknown): number {
  return Number(field(error, 'statusCode')) || Number(field(error, 'status')) || 0
}

const nameOf = (error: unknown) => text(causeOf(error), 'name')

const causeOf = (error: unknown) => (error instanceof ServiceError ? error.cause : error)
