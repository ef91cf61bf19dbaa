import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
  FunctionsHttpError,
  PostgrestError,
  StorageApiError,
} from '@supabase/supabase-js'
import {
  failureMessage,
  isConnectionProblem,
  toUserError,
  unwrap,
  UserError,
  weakPasswordReasons,
} from '../../src/supabase/errors.ts'

const databaseError = (code: string, message: string, details = '') =>
  new PostgrestError({ code, message, details, hint: '' })

const messageOf = (error: unknown, status?: number) => toUserError(error, status).message

test.each([
  new AuthRetryableFetchError('Bad gateway', 502),
  new AuthRetryableFetchError('Gateway timeout', 504),
  new TypeError('Failed to fetch'),
  new TypeError('NetworkError when attempting to fetch resource.'),
  new AuthRetryableFetchError('fetch failed', 0),
  { message: 'TypeError: Failed to fetch', details: '', hint: '', code: '' },
])('a response of a gateway, or none, is a connection problem: %s', (error) => {
  expect(isConnectionProblem(error)).toBe(true)
  expect(isConnectionProblem(toUserError(error))).toBe(true)
  expect(messageOf(error)).toMatch(/couldn't reach the service\. Check your connection/)
})

const authError = (code: string, message: string) => new AuthApiError(message, 400, code)
const page = { message: '<html>', code: '' }
const storageError = (statusCode: string, message = 'technical') => ({
  name: 'StorageApiError',
  message,
  // The status of the response, whatever happened.
  status: 400,
  statusCode,
})
const tooOften = 'For security purposes, you can only request this after 42 seconds.'
const invalidEmail = 'Unable to validate email address: invalid format'
const longPassword = 'Password cannot be longer than 72 characters'
const tooManyImages = 'You can store at most 200 images. Unused ones are deleted after a week.'

test.each<[what: string, error: unknown, message: RegExp, status?: number]>([
  ['an internal error', new AuthRetryableFetchError('Internal', 500), /^The service had a problem/],
  ['a password with no reason', new AuthWeakPasswordError('Weak', 422, []), /make it longer/],
  ['an email just sent', authError('over_email_send_rate_limit', tooOften), /^We just sent an/],
  ['an email not sent', authError('over_email_send_rate_limit', 'exceeded'), /nothing was saved/],
  ['a rejected email', authError('validation_failed', invalidEmail), /^That email address can't/],
  ['a long password', authError('validation_failed', longPassword), /^Choose a shorter password/],
  ['another invalid value', authError('validation_failed', 'Signup requires a'), /^$/],
  ['a wrong password', authError('invalid_credentials', 'Invalid login'), /don't match/],
  ['an ended session', authError('session_not_found', 'Session from'), /Sign in again/],
  ['a missing session', new AuthSessionMissingError(), /Sign in again/],
  ['an expired token', databaseError('PGRST303', 'JWT expired'), /Sign in again/],
  ['an old token', new StorageApiError('"exp" claim check failed', 400, '403'), /Sign in again/],
  ['an error raised for users', databaseError('PT400', 'Invalid image URL'), /^Invalid image URL$/],
  [
    'a limit raised for users',
    databaseError('PT429', 'You can open 30.'),
    /^You can open 30\.$/,
    429,
  ],
  ['a constraint', databaseError('23514', 'new row violates check constraint'), /^$/],
  ['an error without a code', databaseError('P0001', 'Raised without a code.'), /^$/],
  ['a missing right', databaseError('42501', 'Denied for table'), /^You don't have permission/],
  ['status 500', page, /The service had a problem/, 500],
  ['status 504', page, /couldn't reach the service/, 504],
  ['status 429', page, /Too many attempts/, 429],
  ['status 413', page, /more than the service accepts/, 413],
  ['storage that is too large', storageError('413'), /more than the service accepts/],
  ['storage out of reach', storageError('503'), /couldn't reach the service/],
  ['an invalid key of storage', storageError('InvalidKey'), /^$/],
  ['a trigger of storage', storageError('403', tooManyImages), /^You can store at most 200 images/],
  ['a policy of storage', storageError('403', 'New row violates row-level security.'), /^$/],
  ['nothing', null, /^$/],
  ['a text', 'text', /^$/],
  ['a mistake in the app', new Error('x is not a function'), /^$/],
  ['a function', new FunctionsHttpError(undefined), /^$/],
])('the message for %s is for users', (_what, error, message, status) => {
  expect(messageOf(error, status)).toMatch(message)
})

test('the error of storage has its own status, not that of the response', () => {
  expect(toUserError(storageError('413')).status).toBe(413)
  expect(toUserError(storageError('InvalidKey')).status).toBe(400)
})

test('the error of a weak password lists all its reasons', () => {
  const error = new AuthWeakPasswordError('Weak', 422, ['length', 'characters', 'pwned'])
  const reasons = [
    expect.stringContaining('at least 8 characters'),
    expect.stringContaining('a letter from A to Z and a digit'),
    expect.stringContaining('data leak'),
  ]
  expect(weakPasswordReasons(error)).toEqual(reasons)
  expect(weakPasswordReasons(toUserError(error))).toEqual(reasons)
  expect(messageOf(error)).toMatch(/^Choose a stronger password\. It is too short/)
})

describe('the errors of the auth service', () => {
  const split = (codes: string) => codes.trim().split(/\s+/)

  /** The client does not list the last three, but the service sends them. */
  const withMessage = split(`
    bad_code_verifier bad_jwt bad_oauth_callback bad_oauth_state captcha_failed conflict
    email_conflict_identity_not_deletable manual_linking_disabled oauth_provider_not_supported
    provider_disabled provider_email_needs_verification email_address_invalid
    email_address_not_authorized email_exists email_not_confirmed email_provider_disabled
    flow_state_expired flow_state_not_found hook_payload_invalid_content_type
    hook_payload_over_size_limit hook_timeout hook_timeout_after_retry identity_already_exists
    identity_not_found insufficient_aal invalid_credentials mfa_challenge_expired
    mfa_factor_name_conflict mfa_factor_not_found mfa_ip_address_mismatch
    mfa_totp_enroll_not_enabled mfa_totp_verify_not_enabled mfa_verification_failed
    mfa_verification_rejected no_authorization otp_disabled otp_expired over_email_send_rate_limit
    over_request_rate_limit reauthentication_needed reauthentication_not_valid
    refresh_token_already_used refresh_token_not_found same_password session_expired
    session_not_found signup_disabled single_identity_not_deletable too_many_enrolled_mfa_factors
    unexpected_failure user_already_exists user_banned user_not_found weak_password
    webauthn_challenge_expired flow_state_already_used current_password_invalid
    current_password_required`)

  /** Of sign-ins, factors and admin calls that the app does not offer, or of requests that it does not send. */
  const withoutMessage = split(`
    anonymous_provider_disabled bad_json invite_not_found mfa_phone_enroll_not_enabled
    mfa_phone_verify_not_enabled mfa_recovery_codes_enroll_not_enabled mfa_recovery_codes_locked
    mfa_recovery_codes_sole_factor mfa_recovery_codes_verify_not_enabled
    mfa_verified_factor_exists mfa_webauthn_enroll_not_enabled
    mfa_webauthn_verify_not_enabled not_admin over_sms_send_rate_limit phone_exists
    phone_not_confirmed phone_provider_disabled reauth_nonce_missing request_timeout
    saml_assertion_no_email saml_assertion_no_user_id saml_entity_id_mismatch
    saml_idp_already_exists saml_idp_not_found saml_metadata_fetch_failed saml_provider_disabled
    saml_relay_state_expired saml_relay_state_not_found sms_send_failed sso_domain_already_exists
    sso_provider_not_found unexpected_audience user_sso_managed validation_failed`)

  /** The auth client's list lacks them. */
  const ofPasskeys = split(`
    passkey_disabled too_many_passkeys webauthn_challenge_not_found webauthn_credential_exists
    webauthn_verification_failed ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED
    ERROR_INVALID_DOMAIN ERROR_INVALID_RP_ID ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY`)

  test('every code that can reach a user has a message', () => {
    const types = 'node_modules/@supabase/auth-js/dist/module/lib/error-codes.d.ts'
    const listed = [...readFileSync(types, 'utf8').matchAll(/'(\w+)'/g)].map(([, code]) => code)
    expect(new Set([...withMessage, ...withoutMessage])).toEqual(
      new Set([...listed, ...withMessage.slice(-3)]),
    )
    for (const code of [...withMessage, ...ofPasskeys]) {
      const message = messageOf(new AuthApiError('technical', 400, code))
      expect([code, message]).toEqual([code, expect.stringMatching(/^[A-Z].+\.$/)])
      expect(message).not.toContain('technical')
    }
  })
})

describe('database errors', () => {
  test('every error that our SQL raises for users has a code whose message is shown', () => {
    const folder = 'supabase/schemas'
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const raised = files
      .filter((file) => file.endsWith('.sql'))
      .flatMap((file) => {
        const text = readFileSync(`${folder}/${file}`, 'utf8')
        const found = text.matchAll(/(?:raise exception|perform private\.require_quota)[^;]+;/g)
        return Array.from(found, ([statement]) => ({
          file,
          code:
            /(?:errcode = |, )'?([A-Z\d]{5}|code\b)/.exec(statement)?.[1] ??
            (statement.startsWith('perform') ? 'PT429' : ''),
        }))
      })
      // Chosen by the callers of a function.
      .filter(({ code }) => code !== 'code')
    expect(raised.length).toBeGreaterThan(30)
    for (const { file, code } of raised) {
      // The storage service passes on the messages of 42501 only.
      expect(code).toMatch(file === 'communities/images.sql' ? /^42501$/ : /^PT4\d\d$/)
    }
  })

  test('only errors raised for users name the rejected field', () => {
    const raised = databaseError('PT400', 'Invalid image URL', 'image_url')
    expect(toUserError(raised).field).toBe('image_url')
    expect(toUserError(databaseError('PT409', 'Changed by someone else.')).field).toBeNull()
    const stock = databaseError('23505', 'duplicate key', 'Key (id)=(7) already exists.')
    expect(toUserError(stock).field).toBeNull()
  })

  const response = { data: null, count: null, statusText: '' }

  test('a failed call throws with its code and its HTTP status', () => {
    const error = databaseError('PT410', 'This community is no longer in the directory.')
    expect(() => unwrap({ ...response, success: false, error, status: 410 })).toThrow(
      expect.objectContaining({ name: 'UserError', code: 'PT410', status: 410 }),
    )
  })

  test('an update of no row throws the message of the caller', () => {
    const noRow = { ...response, success: true, error: null, status: 200 }
    expect(() => unwrap(noRow, 'This community was deleted.')).toThrow(
      new UserError('This community was deleted.'),
    )
  })
})

test('the reason follows the failure, unless there is none, or it is a complete message', () => {
  expect(failureMessage('Error loading profile', null)).toBe('Error loading profile')
  const gateway = toUserError({ message: '<html>Bad gateway</html>', code: '' }, 502)
  expect(failureMessage('Failed to update community', gateway)).toBe(
    "Failed to update community: We couldn't reach the service. Check your connection and try again in a moment.",
  )
  const message = 'The last admin cannot be deleted.'
  const error = new UserError(message, { status: 409, isComplete: true })
  expect(failureMessage('Failed to delete user', error)).toBe(message)
})
