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
  errorMessage,
  functionErrorMessage,
  hasErrorCode,
  isConnectionProblem,
  weakPasswordReasons,
} from '../../src/supabase/error-message.ts'

const refusal = (body: string, status: number) =>
  new FunctionsHttpError(new Response(body, { status }))

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

  test('hasErrorCode', () => {
    expect(hasErrorCode(databaseError('PGRST116', 'no rows'), 'PGRST116')).toBe(true)
    expect(hasErrorCode(null, 'PGRST116')).toBe(false)
  })
})

describe('edge functions', () => {
  test('the error text of the answer is read', async () => {
    const error = refusal('{"error":"The last admin cannot be deleted."}', 409)
    expect(await functionErrorMessage(error, 'Failed to delete user')).toBe(
      'The last admin cannot be deleted.',
    )
  })

  test('an answer without one leaves the fallback', async () => {
    expect(await functionErrorMessage(refusal('<html>', 500), 'Failed to delete user')).toBe(
      'Failed to delete user',
    )
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
