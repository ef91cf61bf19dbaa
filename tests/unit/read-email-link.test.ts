import { expect, test } from 'vitest'
import { readEmailLink, withoutEmailLink } from '../../src/features/session/read-email-link.ts'

// The auth service appends its parameters to a URL of this site that the sender of the request chose.
test.each([
  ['?access_token=theirs&refresh_token=theirs', ''],
  ['?error=access_denied&error_description=No', ''],
  ['', '#access_token=theirs&refresh_token=theirs&x='],
  ['', '#error=access_denied&error_description=No'],
  ['', '#top'],
])('a link uses the parameters that the service added to %s%s', (search, chosen) => {
  const hash = `${chosen}#access_token=own&refresh_token=own&type=recovery`
  expect(readEmailLink({ search, hash })).toMatchObject({
    kind: 'session',
    session: { tokens: { access_token: 'own', refresh_token: 'own' }, type: 'recovery' },
  })
  expect(withoutEmailLink({ pathname: '/', search, hash })).toBe('/')
})

test('the URL after a link stays on this site', () => {
  const hash = '#access_token=a&refresh_token=b'
  expect(withoutEmailLink({ pathname: '//evil.example', search: '?page=2', hash })).toBe(
    '/evil.example?page=2',
  )
})

test.each(['signup', 'invite', 'magiclink', 'recovery', 'email_change'])(
  'a link of the type %s has a token, in the fragment or the query',
  (type) => {
    const token = { kind: 'token', token: { hash: 'pkce_abc', type } }
    for (const parameters of [`confirm=${type}_pkce_abc`, `token_hash=pkce_abc&type=${type}`]) {
      const inFragment = { pathname: '/', search: '?page=2', hash: `#${parameters}` }
      expect(readEmailLink(inFragment)).toEqual(token)
      expect(withoutEmailLink(inFragment)).toBe('/?page=2')
      const inQuery = { pathname: '/', search: `?page=2&${parameters}`, hash: '#top' }
      expect(readEmailLink(inQuery)).toEqual(token)
      expect(withoutEmailLink(inQuery)).toBe('/?page=2#top')
    }
  },
)

test('text after the token of a link is ignored', () => {
  expect(readEmailLink({ search: '?confirm=email_change_abc).', hash: '' })).toEqual({
    kind: 'token',
    token: { hash: 'abc', type: 'email_change' },
  })
})

test.each([
  '?error=1',
  '?error=access_denied',
  '?error_description=Call+this+number',
  '?error=Not+found&error_description=Call+this+number',
  '?code=SUMMER26',
  '?code=aaaaaaaa-0000-4000-8000-000000000001',
  '?message=hello&sb=1',
  '?message=Confirmation+link+accepted',
  '?confirm=1',
  '?confirm=toString_abc',
])('the parameters %s of another site are no link of the auth service', (search) => {
  for (const url of [
    { search, hash: '' },
    { search: '', hash: search.replace('?', '#') },
  ]) {
    expect(readEmailLink(url)).toBeNull()
    expect(withoutEmailLink({ pathname: '/', ...url })).toBe(`/${url.search}${url.hash}`)
  }
})

test('a link keeps a code of another site', () => {
  const search = '?code=SUMMER26&confirm=signup_abc'
  expect(withoutEmailLink({ pathname: '/', search, hash: '' })).toBe('/?code=SUMMER26')
})

test('a link without a token or with an unknown type is incomplete', () => {
  for (const hash of [
    '#token_hash=abc',
    '#token_hash=a&type=toString',
    '#token_hash=&type=signup',
    '#confirm=signup_',
  ]) {
    expect(readEmailLink({ search: '', hash })).toEqual({ kind: 'problem', code: 'incomplete' })
    expect(withoutEmailLink({ pathname: '/', search: '', hash })).toBe('/')
  }
})
