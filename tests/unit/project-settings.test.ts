import { expect, test } from 'vitest'
import { checkProjectSettings } from '../../scripts/build/project-settings.ts'
import { localPublishableKey } from '../../supabase/local/data-folder.ts'

const url = 'https://example.supabase.co'
const token = (role: string) =>
  `e30.${Buffer.from(JSON.stringify({ iss: 'supabase', role })).toString('base64url')}.signature`

test.each([
  ['the embedded backend', undefined, undefined],
  ['empty settings', '', ''],
  ['the key of the embedded backend', undefined, localPublishableKey],
  ['a project', url, 'sb_publishable_key'],
  ['a project with a key of the earlier kind', url, token('anon')],
  ['the stack in Docker', 'http://127.0.0.1:54321', 'sb_publishable_key'],
])('the build accepts %s', (_what, VITE_SUPABASE_URL, VITE_SUPABASE_PUBLISHABLE_KEY) => {
  const env = { VITE_SUPABASE_URL, VITE_SUPABASE_PUBLISHABLE_KEY }
  expect(() => checkProjectSettings(env)).not.toThrow()
})

test.each([
  ['a URL without a scheme', 'example.supabase.co', 'sb_publishable_key', 'must be a URL'],
  ['a URL with another scheme', 'localhost:54321', 'sb_publishable_key', 'must be a URL'],
  ['a URL without a host', 'https://', 'sb_publishable_key', 'must be a URL'],
  ['a missing key', url, undefined, 'is missing'],
  ['a secret key', url, 'sb_secret_key', 'is a secret key'],
  ['a secret key of the earlier kind', url, token('service_role'), 'is a secret key'],
  ['a secret key without a URL', undefined, 'sb_secret_key', 'is a secret key'],
])('the build stops because of %s', (_what, VITE_SUPABASE_URL, key, message) => {
  const env = { VITE_SUPABASE_URL, VITE_SUPABASE_PUBLISHABLE_KEY: key }
  expect(() => checkProjectSettings(env)).toThrow(message)
})

test('the build stops because of a captcha that no page could show', () => {
  const check = (provider: string, siteKey: string) => () =>
    checkProjectSettings({ VITE_CAPTCHA_PROVIDER: provider, VITE_CAPTCHA_SITE_KEY: siteKey })
  expect(check('turnstile', '')).toThrow('Set both')
  expect(check('', 'key')).toThrow('Set both')
  expect(check('recaptcha', 'key')).toThrow("not 'recaptcha'")
  expect(check('hcaptcha', 'key')).not.toThrow()
})
