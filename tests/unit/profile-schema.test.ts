import { expect, test } from 'vitest'
import { profileSchema } from '../../src/features/account/profile-schema.ts'

const profile = { name: 'Ines Duarte', email: 'ines@example.com', phone: '+351 555 0100' }

test('a name with control characters, or in several lines, is cleaned instead of rejected', () => {
  const name = '  Ines\u202E\nDuarte\u0007 '
  expect(profileSchema.parse({ ...profile, name }).name).toBe('Ines Duarte')
})

test.each([
  [{ name: '   ' }, 'Please enter your full name'],
  [{ name: '\u202E' }, 'Please enter your full name'],
  [{ name: 'x'.repeat(101) }, 'Your name can have at most 100 characters'],
  [{ email: '' }, 'Please enter your email'],
  [{ email: 'ines' }, 'Please enter an email address such as name@example.com'],
  [{ phone: '' }, 'Please enter your phone number'],
  [{ phone: 'call me' }, 'Please enter a phone number such as +49 151 2345678'],
])('%o is rejected with a message', (invalid, message) => {
  const { error } = profileSchema.safeParse({ ...profile, ...invalid })
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})
