import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { hostedConfig } from '../../scripts/ops/deploy/hosted-config.ts'
import {
  functionSecrets,
  projectSteps,
  readPublishableKey,
  validateOptions,
} from '../../scripts/ops/deploy/plan.ts'

const options = { projectRef: 'abcdefghijklmnopqrst', siteUrl: 'https://app.example.com/start' }

test('a hosted project keeps the rules of accounts, and its links lead only to the site', () => {
  const local = readFileSync('supabase/config.toml', 'utf8')
  const config = hostedConfig(local, options.projectRef, options.siteUrl)
  expect(parse(config)).toMatchObject({
    auth: {
      site_url: 'https://app.example.com',
      additional_redirect_urls: ['https://app.example.com/**'],
      minimum_password_length: 8,
      password_requirements: 'letters_digits',
      // Every sign-up needs an email.
      rate_limit: { sign_in_sign_ups: 30, email_sent: 1000 },
      email: { enable_confirmations: true, secure_password_change: true },
      mfa: { totp: { enroll_enabled: true, verify_enabled: true } },
      passkey: { enabled: true },
      webauthn: { rp_id: 'app.example.com', rp_origins: ['https://app.example.com'] },
    },
  })
  expect(config).not.toContain('localhost')
  // The demo images and the schema files are not deployed.
  expect(config).not.toContain('images')
  expect(config).not.toContain('schemas/')
})

test('Google and Apple are turned on by their variables, whose values are not in the file', () => {
  const local = readFileSync('supabase/config.toml', 'utf8')
  const deploy = (environment: Record<string, string>) => {
    const config = hostedConfig(local, options.projectRef, options.siteUrl, environment)
    expect(config).not.toContain('hidden')
    return parse(config)
  }
  const google = {
    SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID: 'hidden.apps.example',
    SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET: 'hidden',
  }
  expect(deploy(google)).toMatchObject({
    auth: {
      enable_manual_linking: true,
      external: {
        google: { enabled: true, secret: 'env(SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET)' },
      },
    },
  })
  // What the file omits stays as it is in the project.
  expect(deploy(google)).not.toHaveProperty('auth.external.apple')
  const half = { ...google, SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET: '' }
  expect(deploy(half)).not.toHaveProperty('auth.external.google')
})

test('the captcha of the pages is turned on if its secret is set, which is not in the file', () => {
  const local = readFileSync('supabase/config.toml', 'utf8')
  const deploy = (environment: Record<string, string>) =>
    hostedConfig(local, options.projectRef, options.siteUrl, environment)
  const captcha = { VITE_CAPTCHA_PROVIDER: 'hcaptcha', SUPABASE_AUTH_CAPTCHA_SECRET: 'hidden' }
  expect(deploy(captcha)).not.toContain('hidden')
  const secret = 'env(SUPABASE_AUTH_CAPTCHA_SECRET)'
  expect(parse(deploy(captcha))).toMatchObject({
    auth: { captcha: { enabled: true, provider: 'hcaptcha', secret } },
  })
  for (const name of Object.keys(captcha)) {
    expect(parse(deploy({ ...captcha, [name]: '' }))).not.toHaveProperty('auth.captcha')
  }
  expect(parse(local)).toHaveProperty('auth.captcha.enabled', false)
})

test('the schema is pushed before the functions, and the functions before the settings', () => {
  expect(projectSteps(options, 'folder').map(({ command }) => command.slice(2, 4))).toEqual([
    ['db', 'push'],
    ['functions', 'deploy'],
    ['config', 'push'],
  ])
})

test('the functions get the URLs of the site and the SMTP server', () => {
  const server = 'smtps://me%40example.com:pass$word@smtp.example.com:465'
  const existing = JSON.stringify([{ name: 'LINK_SECRETS', value: 'digest' }])
  expect(functionSecrets(options, { SMTP_URL: server }, existing)).toBe(
    `SITE_URL='https://app.example.com'\nSMTP_URL='${server}'\n`,
  )
  expect(functionSecrets(options, {}, existing)).toBe(`SITE_URL='https://app.example.com'\n`)
  for (const SMTP_URL of ["smtps://a:b'c@d", 'smtps://a\nSITE_URL=x']) {
    expect(() => functionSecrets(options, { SMTP_URL }, existing)).toThrow(
      'SMTP_URL contains a quote',
    )
  }
})

test('the first deployment creates the secret of the links in emails, which later ones keep or replace', () => {
  const [, first] = /LINK_SECRETS='([0-9a-f]{64})'/.exec(functionSecrets(options, {}, '[]')) ?? []
  expect(first).toBeDefined()
  expect(functionSecrets(options, {}, '[]')).not.toContain(first)
  const existing = JSON.stringify([{ name: 'LINK_SECRETS', value: 'digest' }])
  expect(functionSecrets(options, { LINK_SECRETS: 'new,old' }, existing)).toContain(
    `LINK_SECRETS='new,old'\n`,
  )
})

test('the build gets the publishable key or the legacy key, and never a secret key', () => {
  const legacy = { name: 'anon', api_key: 'legacy-anon', type: 'legacy' }
  const secret = { name: 'default', api_key: 'sb_secret_x', type: 'secret' }
  const publishable = { name: 'default', api_key: 'sb_publishable_x', type: 'publishable' }
  const choose = (...keys: object[]) => readPublishableKey(JSON.stringify(keys))
  expect(choose(secret, legacy, publishable)).toBe('sb_publishable_x')
  expect(choose(secret, legacy)).toBe('legacy-anon')
  expect(() => choose(secret)).toThrow('no publishable key')
})

test.each([
  [{ projectRef: 'short' }, '--project-ref'],
  [{ siteUrl: 'http://app.example.com' }, '--site'],
  [{ directory: 'open' }, '--directory'],
  [{ directory: 'live', onlyPages: true }, '--pages'],
])('the invalid option of %o is reported', (changes, option) => {
  expect(validateOptions({ ...options, ...changes })).toContain(option)
  expect(validateOptions(options)).toBeNull()
})
