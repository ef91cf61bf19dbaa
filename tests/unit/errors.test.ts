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
  hasErrorCode,
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
  test.each([502, 503, 504])('gateway status %i is a connection problem', (status) => {
    const error = new AuthRetryableFetchError('Bad gateway', status)
    expect(isConnectionProblem(error)).toBe(true)
    expect(messageOf(error)).toMatch(/couldn't reach the service/)
  })

  test.each([
    new TypeError('Failed to fetch'),
    new TypeError('NetworkError when attempting to fetch resource.'),
    new AuthRetryableFetchError('fetch failed', 0),
    { message: 'TypeError: Failed to fetch', details: '', hint: '', code: '' },
  ])('a request without a response is a connection problem: %s', (error) => {
    expect(isConnectionProblem(error)).toBe(true)
    expect(isConnectionProblem(toUserError(error))).toBe(true)
    expect(messageOf(error)).toMatch(/Check your connection/)
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

  test('a wrong password is not called weak', () => {
    const error = new AuthApiError('Invalid login credentials', 400, 'invalid_credentials')
    expect(messageOf(error)).toMatch(/don't match/)
    expect(weakPasswordReasons(error)).toEqual([])
  })
})

describe('limits of the auth service', () => {
  const limit = (message: string) =>
    messageOf(new AuthApiError(message, 429, 'over_email_send_rate_limit'))

  test('an email that was just sent and one that was not sent share a code, but not a message', () => {
    expect(limit('For security purposes, you can only request this after 42 seconds.')).toMatch(
      /^We just sent an email\. Wait/,
    )
    expect(limit('email rate limit exceeded')).toMatch(/^Too many emails .* nothing was saved/)
  })

  test('an email of a form that the auth service rejects is reported', () => {
    const rejected = 'Unable to validate email address: invalid format'
    expect(messageOf(new AuthApiError(rejected, 400, 'validation_failed'))).toMatch(
      /^That email address can't be used/,
    )
  })

  test('only a password of too many bytes is called too long', () => {
    const tooLong = 'Password cannot be longer than 72 characters'
    expect(messageOf(new AuthApiError(tooLong, 400, 'validation_failed'))).toMatch(
      /^Choose a shorter password/,
    )
    const other = new AuthApiError('Signup requires a valid password', 400, 'validation_failed')
    expect(messageOf(other)).toBe('')
  })
})

describe('database errors', () => {
  test.each([
    ['PT400', 400, 'Invalid image URL'],
    ['PT403', 403, 'Only an admin may do that.'],
    ['PT409', 409, 'This WhatsApp link is already listed in the directory.'],
    ['PT410', 410, 'This community is no longer in the directory.'],
    ['PT429', 429, 'You can open at most 30 invite links a day. Please try again tomorrow.'],
  ])('the message of an error raised with %s is shown', (code, status, message) => {
    expect(messageOf(databaseError(code, message), status)).toBe(message)
  })

  test.each([
    ['23514', 'new row for relation "profiles" violates check constraint', ''],
    ['23505', 'Duplicate key value violates unique constraint "communities_pkey"', ''],
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

  test('a failed call throws with its code and its HTTP status', () => {
    const response = {
      success: false as const,
      data: null,
      error: databaseError('PT410', 'This community is no longer in the directory.'),
      count: null,
      status: 410,
      statusText: 'Gone',
    }
    expect(() => unwrap(response)).toThrow(
      expect.objectContaining({ name: 'UserError', code: 'PT410', status: 410 }),
    )
  })

  test('an update of no row throws the message of the caller', () => {
    const response = {
      success: true as const,
      data: null,
      error: null,
      count: null,
      status: 200,
      statusText: 'OK',
    }
    expect(() => unwrap(response, 'This community was deleted.')).toThrow(
      new UserError('This community was deleted.'),
    )
  })

  test('hasErrorCode compares the code of an error', () => {
    expect(hasErrorCode(databaseError('PGRST116', 'no rows'), 'PGRST116')).toBe(true)
    expect(hasErrorCode(null, 'PGRST116')).toBe(false)
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

  test.each([null, undefined, 'text', 7, new Error('x is not a function')])(
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
    ['429', 429, /Too many attempts/],
    ['503', 503, /couldn't reach the service/],
    ['500', 500, /The service had a problem/],
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

describe('a failure with its reason', () => {
  test('the reason follows the failure', () => {
    const gateway = toUserError({ message: '<html>Bad gateway</html>', code: '' }, 502)
    expect(failureMessage('Failed to update community', gateway)).toBe(
      "Failed to update community: We couldn't reach the service. Check your connection and try again in a moment.",
    )
  })

  test('a complete message replaces the failure', () => {
    const message = 'The last admin cannot be deleted.'
    const error = new UserError(message, { status: 409, isComplete: true })
    expect(failureMessage('Failed to delete user', error)).toBe(message)
  })

  test('without a reason the failure stands alone', () => {
    const error = toUserError(new FunctionsHttpError(new Response('<html>')), 404)
    expect(failureMessage('Failed to delete user', error)).toBe('Failed to delete user')
  })
})

test.each([
  ['session_not_found', /session has ended\. Sign in again/],
  ['identity_already_exists', /already linked/],
  ['identity_not_found', /isn't linked/],
  ['single_identity_not_deletable', /only way you have to sign in/],
])('the auth error %s has a message', (code, message) => {
  expect(messageOf(new AuthApiError('technical words', 403, code))).toMatch(message)
})
