import { describe, expect, test } from 'vitest'
import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
  FunctionsHttpError,
  PostgrestError,
} from '@supabase/supabase-js'
import {
  ServiceError,
  errorMessage,
  failureMessage,
  hasErrorCode,
  isConnectionProblem,
  statusOf,
  weakPasswordReasons,
  wholeSentence,
} from '../../src/supabase/errors.ts'

const databaseError = (code: string, message: string) =>
  new PostgrestError({ code, message, details: '', hint: '' })

describe('connection problems', () => {
  test.each([502, 503, 504])('gateway status %i', (status) => {
    const error = new AuthRetryableFetchError('Bad gateway', status)
    expect(errorMessage(error, 'fallback')).toMatch(/could not reach the service/)
  })

  test.each([
    new TypeError('Failed to fetch'),
    new TypeError('NetworkError when attempting to fetch resource.'),
    new AuthRetryableFetchError('fetch failed', 0),
    { message: 'TypeError: Failed to fetch', details: '', hint: '', code: '' },
  ])('a request that never arrived: %s', (error) => {
    expect(isConnectionProblem(error)).toBe(true)
    expect(errorMessage(error, 'fallback')).toMatch(/Check your connection/)
  })

  test('a fault of the service itself is not blamed on the connection', () => {
    const error = new AuthRetryableFetchError('Internal error', 500)
    expect(isConnectionProblem(error)).toBe(false)
    expect(errorMessage(error, 'fallback')).toBe(
      'The service had a problem. Try again in a moment.',
    )
  })
})

describe('passwords', () => {
  test('every reason of a weak password is named', () => {
    const error = new AuthWeakPasswordError('Weak', 422, ['length', 'characters', 'pwned'])
    expect(weakPasswordReasons(error)).toEqual([
      expect.stringContaining('at least 8 characters'),
      expect.stringContaining('one letter and one digit'),
      expect.stringContaining('data leak'),
    ])
    expect(errorMessage(error, 'fallback')).toMatch(/^Choose a stronger password\. It is too short/)
  })

  test('a weak password without reasons still says what to do', () => {
    const error = new AuthWeakPasswordError('Weak', 422, [])
    expect(errorMessage(error, 'fallback')).toMatch(/make it longer/)
  })

  test('a wrong password', () => {
    const error = new AuthApiError('Invalid login credentials', 400, 'invalid_credentials')
    expect(errorMessage(error, 'fallback')).toMatch(/do not match/)
    expect(weakPasswordReasons(error)).toEqual([])
  })
})

describe('limits of the auth service', () => {
  const limit = (message: string) =>
    errorMessage(new AuthApiError(message, 429, 'over_email_send_rate_limit'), 'fallback')

  test('an email on its way and one that was not sent share a code, not a sentence', () => {
    expect(limit('For security purposes, you can only request this after 42 seconds.')).toMatch(
      /^We just sent an email\. Wait/,
    )
    expect(limit('email rate limit exceeded')).toMatch(/^We sent no email,.* nothing was saved/)
  })

  test('a password of too many bytes is refused without reasons', () => {
    const message = 'Password cannot be longer than 72 characters'
    const error = new AuthApiError(message, 400, 'validation_failed')
    expect(errorMessage(error, 'fallback')).toMatch(/^Choose a shorter password/)
    const other = new AuthApiError('Signup requires a valid password', 400, 'validation_failed')
    expect(errorMessage(other, 'fallback')).toBe('fallback')
  })
})

describe('the database', () => {
  test("the database's own sentences are shown", () => {
    const message = 'This WhatsApp link is already listed in the directory.'
    expect(errorMessage(databaseError('23505', message), 'fallback')).toBe(message)
    expect(errorMessage(databaseError('23514', 'Invalid image URL'), 'fallback')).toBe(
      'Invalid image URL',
    )
  })

  test('technical messages are not shown', () => {
    const violation = 'new row for relation "profiles" violates check constraint'
    expect(errorMessage(databaseError('23514', violation), 'Error updating profile')).toBe(
      'Error updating profile',
    )
    expect(
      errorMessage(databaseError('42501', 'permission denied for table profiles'), 'fallback'),
    ).toBe('You do not have permission to do that.')
  })

  test('an expired token and an ended session ask for a new sign-in', () => {
    expect(errorMessage(databaseError('PGRST303', 'JWT expired'), 'fallback')).toMatch(/Sign in/)
    expect(errorMessage(new AuthSessionMissingError(), 'fallback')).toMatch(/Sign in again/)
  })

  test.each([
    ['PT410', 410, 'This community is not in the directory any more.'],
    ['PT429', 429, 'You can open at most 30 invite links a day. Please try again tomorrow.'],
  ])('what the database says with %s is said to the person', (code, status, sentence) => {
    const error = new ServiceError(databaseError(code, sentence), status)
    expect(errorMessage(error, 'fallback')).toBe(sentence)
  })

  test('hasErrorCode', () => {
    expect(hasErrorCode(databaseError('PGRST116', 'no rows'), 'PGRST116')).toBe(true)
    expect(hasErrorCode(null, 'PGRST116')).toBe(false)
  })
})

describe('a failure and its reason', () => {
  const gateway = new ServiceError({ message: '<html>Bad gateway</html>', code: '' }, 502)

  test('a database call that a gateway answered is a connection problem', () => {
    expect(failureMessage('Failed to update community', gateway)).toBe(
      'Failed to update community: We could not reach the service. Check your connection and try again in a moment.',
    )
  })

  test.each([
    [500, /The service had a problem/],
    [504, /could not reach the service/],
    [429, /Too many attempts/],
    [413, /more than the service accepts/],
  ])('an answer with status %i that is no JSON', (status, sentence) => {
    const error = new ServiceError({ message: '<html>', code: '' }, status)
    expect(errorMessage(error, 'fallback')).toMatch(sentence)
  })

  test('storage answers 400 and names the true status beside it', () => {
    const error = { name: 'StorageApiError', message: 'Too big', status: 400, statusCode: '413' }
    expect(statusOf(error)).toBe(413)
  })

  test.each([
    ['429', /Too many attempts/],
    ['503', /could not reach the service/],
    ['500', /The service had a problem/],
    ['InvalidKey', /^fallback$/],
  ])('storage that answers 400 with %s in its place', (statusCode, sentence) => {
    const error = { name: 'StorageApiError', message: 'technical', status: 400, statusCode }
    expect(errorMessage(error, 'fallback')).toMatch(sentence)
    expect(statusOf(error)).toBe(Number(statusCode) || 400)
  })

  test('what an edge function says stands alone, and nothing it says leaves the failure', () => {
    const refused = { message: 'The last admin cannot be deleted.', code: wholeSentence }
    expect(failureMessage('Failed to delete user', new ServiceError(refused, 409))).toBe(
      'The last admin cannot be deleted.',
    )
    const silent = new ServiceError(new FunctionsHttpError(new Response('<html>')), 404)
    expect(failureMessage('Failed to delete user', silent)).toBe('Failed to delete user')
  })

  test('a weak password keeps its reasons', () => {
    const weak = new ServiceError(new AuthWeakPasswordError('Weak', 422, ['length']), 422)
    expect(weakPasswordReasons(weak)).toEqual([expect.stringContaining('at least 8 characters')])
  })
})

test.each([null, undefined, 'text', 7, new Error('x is not a function')])(
  'anything else gives the fallback: %s',
  (error) => {
    expect(errorMessage(error, 'Error loading profile')).toBe('Error loading profile')
  },
)

describe('errors of the auth library in the catalogue', () => {
  test.each([
    ['session_not_found', /session has ended\. Sign in again/],
    ['identity_already_exists', /already linked/],
    ['identity_not_found', /not linked/],
    ['single_identity_not_deletable', /only way you have to sign in/],
  ])('%s is said in words', (code, sentence) => {
    const error = new AuthApiError('technical words', 403, code)
    expect(errorMessage(error, 'fallback')).toMatch(sentence)
  })
})
