import { expect, test } from 'vitest'
import { repairUrl } from '../../src/lib/repair-url.ts'

const id = 'aaaaaaaa-0000-4000-8000-000000000022'
const other = 'aaaaaaaa-0000-4000-8000-000000000023'

const repair = (url: string) => {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(url) ?? []
  return repairUrl({ pathname, search, hash })
}

test.each([
  // Text after an id.
  [`/communities?community=${id}.`, `/communities?community=${id}`],
  [`/communities?community=${id})&place=Bali`, `/communities?community=${id}&place=Bali`],
  [`/communities?place=Bali&community=%3C${id}%3E`, `/communities?place=Bali&community=${id}`],
  [`/communities?community=${id}%20${other}`, `/communities?community=${id}`],
  [`/profile?edit=${id}%3E%2C`, `/profile?edit=${id}`],
  [`/admin?show=${id}…`, `/admin?show=${id}`],
  [`/admin?owner=${id}&tab=communities`, `/admin?owner=${id}&tab=communities`],
  // Marks at the end.
  ['/profile.', '/profile'],
  [`/communities/${id}/).`, `/communities/${id}/`],
  ['/admin?view=queue.', '/admin?view=queue'],
  ['/admin?view=queue%22', '/admin?view=queue'],
  ['/profile#emails)', '/profile#emails'],
  // Encoded by a gateway.
  ['/profile%23emails', '/profile#emails'],
  [`/communities%3Fcommunity=${id}`, `/communities?community=${id}`],
  ['/%23token_hash=a&type=signup', '/#token_hash=a&type=signup'],
  ['/#token_hash=a&amp;type=signup', '/#token_hash=a&type=signup'],
  ['/communities?place=Bali&amp;join=open', '/communities?place=Bali&join=open'],
  ['//evil.example.', '/evil.example'],
])('the link %s is repaired', (url, repaired) => {
  expect(repair(url)).toBe(repaired)
})

test.each([
  '/',
  '/communities/',
  '/communities?q=Is+it+open%3F&sort=best',
  '/communities?q=C%26A+50%23.',
  '/communities?place=Washington+D.C.',
  '/communities?community=unknown&q=*',
  `/admin?q=${id}.`,
  `/communities?q=${id}+a`,
  `/profile?edit=${id}#emails`,
  '/#access_token=e.y.J&refresh_token=b&expires_in=3600',
])('the URL %s stays as it is', (url) => {
  expect(repair(url)).toBe(url)
})
