import { expect, test } from 'vitest'
import { readSection } from '../../src/pages/profile/section.ts'

test.each([
  ['/profile', null],
  ['/profile?section=communities', 'communities'],
  ['/profile?section=settings#emails', 'settings'],
  ['/profile?section=admin', null],
  // The dialog of a community, and those of the settings.
  ['/profile?edit=1', 'communities'],
  ['/profile?section=settings&edit=1', 'communities'],
  ['/profile?account=delete', 'settings'],
  // Links of earlier releases.
  ['/profile#saved', 'saved'],
  ['/profile#emails', 'settings'],
  ['/profile#two-factor', 'settings'],
  ['/profile#elsewhere', null],
])('%s leads to the section %s', (url, section) => {
  const { searchParams, hash } = new URL(url, 'https://app.example.com')
  expect(readSection(searchParams, hash)).toBe(section)
})
