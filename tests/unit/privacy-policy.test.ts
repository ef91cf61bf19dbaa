import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each([
  [undefined, 'neither'],
  ['turnstile', 'Cloudflare Turnstile'],
  ['hcaptcha', 'hCaptcha'],
])('the policy names the captcha %s of the site, and no other: %s', async (provider, name) => {
  vi.stubEnv('VITE_CAPTCHA_PROVIDER', provider)
  const { policy } = await import('../../src/pages/privacy/policy.ts')
  const names = JSON.stringify(policy).match(/Cloudflare Turnstile|hCaptcha/g)
  expect(names?.join() ?? 'neither').toBe(name)
})
