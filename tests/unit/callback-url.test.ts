import { expect, test } from 'vitest'
import { readCallback, withoutCallback } from '../../src/session/callback-url.ts'

// The auth service appends its parameters to a URL of this site that the sender of the request chose.
test.each([
  ['?access_token=theirs&refresh_token=theirs', ''],
  ['?error=access_denied', ''],
  ['', '#access_token=theirs&refresh_token=theirs&x='],
  ['', '#error=access_denied'],
  ['', '#top'],
])('a link uses the parameters that the service added to %s%s', (search, chosen) => {
  const hash = `${chosen}#access_token=own&refresh_token=own&type=recovery`
  expect(readCallback({ search, hash })).toMatchObject({
    kind: 'session',
    link: { tokens: { access_token: 'own', refresh_token: 'own' }, setsPassword: true },
  })
  expect(withoutCallback({ pathname: '/', search, hash })).toBe('/')
})

test('the URL after a link stays on this site', () => {
  const hash = '#access_token=a&refresh_token=b'
  expect(withoutCallback({ pathname: '//evil.example', search: '?page=2', hash })).toBe(
    '/evil.example?page=2',
  )
})
