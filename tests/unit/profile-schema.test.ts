import { expect, test } from 'vitest'
import { profileSchema } from '../../src/routes/profile/profile-schema.ts'

const profile = { name: 'Ines Duarte', email: 'ines@example.com', phone: '+351 555 0100' }

test.each([
  ['spaces around it', '  Ines Duarte '],
  ['a line break in it', 'Ines\nDuarte'],
  ['characters that change the text direction', 'Ines\u202E Duarte'],
  ['control characters', '\u0007Ines Duarte'],
])('a name with %s is cleaned instead of rejected', (_case, name) => {
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
