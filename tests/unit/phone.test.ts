import { expect, test } from 'vitest'
import { cleanPhone, isPhone } from '../../src/lib/phone.ts'
import { readablePhones, unreadablePhones } from '../support/phones.ts'

test.each(readablePhones)('the phone number %j is read as %j', (entered, stored) => {
  expect(cleanPhone(entered)).toBe(stored)
  expect(isPhone(stored)).toBe(true)
  expect(cleanPhone(stored)).toBe(stored)
})

test.each(unreadablePhones)('%j is not a phone number', (entered) => {
  expect(isPhone(cleanPhone(entered))).toBe(false)
})
