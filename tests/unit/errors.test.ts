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

describe('connection problems', () => {
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

  test('an internal error of the service is not blamed on the connection', () => {
    const error = new AuthRetryableFetchError('Internal error', 500)
    expect(isConnectionProblem(error)).toBe(false)
    expect(messageOf(error)).toBe('The service had a problem. Try again in a moment.')
  })
})

describe('passwords', () => {
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

  test('the error of a weak password without reasons gives advice', () => {
    expect(messageOf(new AuthWeakPasswordError('Weak', 422, []))).toMatch(/make it longer/)
  })
})

describe('errors of the auth service', () => {
  const limit = (message: string) =>
    messageOf(new AuthApiError(message, 429, 'over_email_send_rate_limit'))

  test('an email that was just sent and one that was not sent share a code, but not a message', () => {
    expect(limit('For security purposes, you can only request this after 42 seconds.')).toMatch(
      /^We just sent an email\. Wait/,
    )
    expect(limit('email rate limit exceeded')).toMatch(/^Too many emails .* nothing was saved/)
  })

  test.each([
    ['validation_failed', 'Unable to validate email address: bad', /^That email address can't be/],
    ['validation_failed', 'Password cannot be longer than 72 characters', /^Choose a shorter pass/],
    ['validation_failed', 'Signup requires a valid password', /^$/],
    ['invalid_credentials', 'Invalid login credentials', /don't match/],
    ['session_not_found', 'Session from session_id claim does not exist', /Sign in again/],
  ])('the error %s, %s, has its own message', (code, technical, message) => {
    expect(messageOf(new AuthApiError(technical, 400, code))).toMatch(message)
  })

  const split = (codes: string) => codes.trim().split(/\s+/)

  /** The client does not list the last two, but the service sends them. */
  const withMessage = split(`
    bad_jwt captcha_failed conflict email_address_invalid email_address_not_authorized email_exists
    email_not_confirmed email_provider_disabled flow_state_expired flow_state_not_found
    hook_payload_invalid_content_type hook_payload_over_size_limit hook_timeout
    hook_timeout_after_retry identity_already_exists identity_not_found insufficient_aal
    invalid_credentials mfa_challenge_expired mfa_factor_name_conflict mfa_factor_not_found
    mfa_ip_address_mismatch mfa_totp_enroll_not_enabled mfa_totp_verify_not_enabled
    mfa_verification_failed mfa_verification_rejected no_authorization otp_disabled otp_expired
    over_email_send_rate_limit over_request_rate_limit reauthentication_needed
    reauthentication_not_valid refresh_token_already_used refresh_token_not_found same_password
    session_expired session_not_found signup_disabled single_identity_not_deletable
    too_many_enrolled_mfa_factors unexpected_failure user_already_exists user_banned user_not_found
    weak_password current_password_invalid current_password_required`)

  /** Of sign-ins, factors and admin calls that the app does not offer, or of requests that it does not send. */
  const withoutMessage = split(`
    anonymous_provider_disabled bad_code_verifier bad_json bad_oauth_callback bad_oauth_state
    email_conflict_identity_not_deletable invite_not_found manual_linking_disabled
    mfa_phone_enroll_not_enabled mfa_phone_verify_not_enabled mfa_verified_factor_exists
    mfa_webauthn_enroll_not_enabled mfa_webauthn_verify_not_enabled not_admin
    oauth_provider_not_supported over_sms_send_rate_limit phone_exists phone_not_confirmed
    phone_provider_disabled provider_disabled provider_email_needs_verification
    reauth_nonce_missing request_timeout saml_assertion_no_email saml_assertion_no_user_id
    saml_entity_id_mismatch saml_idp_already_exists saml_idp_not_found saml_metadata_fetch_failed
    saml_provider_disabled saml_relay_state_expired saml_relay_state_not_found sms_send_failed
    sso_domain_already_exists sso_provider_not_found unexpected_audience user_sso_managed
    validation_failed`)

  test('every code that can reach a user has a message', () => {
    const types = 'node_modules/@supabase/auth-js/dist/module/lib/error-codes.d.ts'
    const listed = [...readFileSync(types, 'utf8').matchAll(/'(\w+)'/g)].map(([, code]) => code)
    expect(new Set([...withMessage, ...withoutMessage])).toEqual(
      new Set([...listed, ...withMessage.slice(-2)]),
    )
    for (const code of withMessage) {
      const message = messageOf(new AuthApiError('technical', 400, code))
      expect(message, code).toMatch(/^[A-Z].+\.$/)
      expect(message).not.toContain('technical')
    }
  })
})

describe('database errors', () => {
  test.each([
    ['PT400', 400, 'Invalid image URL'],
    ['PT409', 409, 'This WhatsApp link is already listed in the directory.'],
    ['PT429', 429, 'You can open at most 30 invite links a day. Please try again tomorrow.'],
  ])('the message of an error raised with %s is shown', (code, status, message) => {
    expect(messageOf(databaseError(code, message), status)).toBe(message)
  })

  test.each([
    ['23514', 'new row for relation "profiles" violates check constraint', ''],
    ['P0001', 'Raised without a code.', ''],
    ['42501', 'Permission denied for table profiles.', "You don't have permission to do that."],
  ])("PostgreSQL's own message for %s is not shown", (code, technical, message) => {
    expect(messageOf(databaseError(code, technical))).toBe(message)
  })

  test('every error that our SQL raises for users has a code whose message is shown', () => {
    const folder = 'supabase/schemas'
    const raised = readdirSync(folder).flatMap((file) =>
      [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/raise exception [^;]+;/g)].map(
        ([statement]) => ({ file, code: /errcode = '(\w+)'/.exec(statement)?.[1] ?? '' }),
      ),
    )
    expect(raised.length).toBeGreaterThan(30)
    for (const { file, code } of raised) {
      // The storage service passes on the messages of 42501 only.
      expect(code).toMatch(file === '11_images.sql' ? /^42501$/ : /^PT4\d\d$/)
    }
  })

  test('only errors raised for users name the rejected field', () => {
    const raised = databaseError('PT400', 'Invalid image URL', 'image_url')
    expect(toUserError(raised).field).toBe('image_url')
    expect(toUserError(databaseError('PT409', 'Changed by someone else.')).field).toBeNull()
    const stock = databaseError('23505', 'duplicate key', 'Key (id)=(7) already exists.')
    expect(toUserError(stock).field).toBeNull()
  })

  test('an expired token and an ended session ask the user to sign in', () => {
    expect(messageOf(databaseError('PGRST303', 'JWT expired'))).toMatch(/Sign in/)
    expect(messageOf(new AuthSessionMissingError())).toMatch(/Sign in again/)
    const storage = new StorageApiError('"exp" claim timestamp check failed', 400, '403')
    expect(messageOf(storage)).toMatch(/Sign in again/)
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

describe('responses without a known code', () => {
  test.each([
    [500, /The service had a problem/],
    [504, /couldn't reach the service/],
    [429, /Too many attempts/],
    [413, /more than the service accepts/],
  ])('status %i has its own message', (status, message) => {
    expect(messageOf({ message: '<html>', code: '' }, status)).toMatch(message)
  })

  test.each([null, 'text', new Error('x is not a function'), new FunctionsHttpError(undefined)])(
    'any other error has no message for users: %s',
    (error) => {
      expect(messageOf(error)).toBe('')
      expect(failureMessage('Error loading profile', error)).toBe('Error loading profile')
    },
  )
})

describe('storage errors', () => {
  const storageError = (statusCode: string, message = 'technical') => ({
    name: 'StorageApiError',
    message,
    status: 400,
    statusCode,
  })

  test.each([
    ['413', 413, /more than the service accepts/],
    ['503', 503, /couldn't reach the service/],
    ['InvalidKey', 400, /^$/],
  ])('the status is %s, not the 400 of the response', (statusCode, status, message) => {
    const error = toUserError(storageError(statusCode))
    expect(error.status).toBe(status)
    expect(error.message).toMatch(message)
  })

  test('only messages that our triggers raise are shown', () => {
    const ours = 'You can store at most 200 images. Unused ones are deleted after a week.'
    expect(messageOf(storageError('403', ours))).toBe(ours)
    expect(messageOf(storageError('403', 'New row violates row-level security policy.'))).toBe('')
  })
})

test('the reason follows the failure, unless it is a complete message', () => {
  const gateway = toUserError({ message: '<html>Bad gateway</html>', code: '' }, 502)
  expect(failureMessage('Failed to update community', gateway)).toBe(
    "Failed to update community: We couldn't reach the service. Check your connection and try again in a moment.",
  )
  const message = 'The last admin cannot be deleted.'
  const error = new UserError(message, { status: 409, isComplete: true })
  expect(failureMessage('Failed to delete user', error)).toBe(message)
})
