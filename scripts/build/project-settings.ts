import type { Plugin } from 'vite'

/** Stops a build whose settings name a project that the app could not call, or a key that no visitor may read. */
export function projectSettings(): Plugin {
  return {
    name: 'project-settings',
    apply: 'build',
    configResolved({ env }) {
      checkProjectSettings(env)
    },
  }
}

/** @throws if the settings of a hosted project are wrong; without any, the app uses the embedded backend */
export function checkProjectSettings(env: Record<string, string | undefined>): void {
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: key } = env
  checkCaptcha(env)
  if (key && isSecretKey(key)) {
    throw new Error(
      'VITE_SUPABASE_PUBLISHABLE_KEY is a secret key, which every visitor could read. Use the publishable key.',
    )
  }
  if (!url) return
  if (!/^https?:/.test(url) || !URL.canParse(url)) {
    throw new Error(
      `VITE_SUPABASE_URL must be a URL such as https://<reference>.supabase.co, not '${url}'.`,
    )
  }
  if (!key) {
    throw new Error(
      `VITE_SUPABASE_PUBLISHABLE_KEY is missing. Copy the publishable key of ${url} from the dashboard: Settings > API keys.`,
    )
  }
}

function checkCaptcha(env: Record<string, string | undefined>): void {
  const { VITE_CAPTCHA_PROVIDER: provider, VITE_CAPTCHA_SITE_KEY: siteKey } = env
  if (Boolean(provider) !== Boolean(siteKey)) {
    throw new Error('Set both VITE_CAPTCHA_PROVIDER and VITE_CAPTCHA_SITE_KEY, or neither.')
  }
  if (provider && !['turnstile', 'hcaptcha'].includes(provider)) {
    throw new Error(`VITE_CAPTCHA_PROVIDER must be turnstile or hcaptcha, not '${provider}'.`)
  }
}

/** Whether it grants access to all data: a new key by its name, an earlier one by the role in its token. */
function isSecretKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true
  const [, payload = ''] = key.split('.')
  return Buffer.from(payload, 'base64url').toString().includes('"service_role"')
}
