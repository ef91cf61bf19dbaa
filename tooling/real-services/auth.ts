import { execFileSync } from 'node:child_process'
import * as z from 'zod/mini'
import { readConfig } from '../../supabase/local/config.ts'
import { freePort } from '../free-port.ts'
import { serveAuthEmails } from './serve-auth-emails.ts'
import { requireInstalledServices } from './environment.ts'
import { type Service, serviceAt } from './gateway.ts'
import { startProgram } from './program.ts'

/* Supabase Auth, configured like a hosted project to which `supabase/config.toml` was pushed. */

interface AuthOptions {
  databaseUrl: string
  jwtSecret: string
  /** URL of the gateway, which is also the site's. */
  url: string
  smtpUrl: string
  /** Requires users to confirm their email address. */
  confirmations: boolean
  /** Environment variables of the server that a test overrides. */
  overrides?: Record<string, string>
}

/** Creates the empty schema that the auth service requires before its first start. */
export const schemaForAuth = (database: string) => `
  create schema auth authorization supabase_auth_admin;
  grant create on database ${database} to supabase_auth_admin;
  alter role supabase_auth_admin set search_path = 'auth';
`

/** Creates the tables of the auth service. */
export function migrateAuth(databaseUrl: string): void {
  const unused = { jwtSecret: 'unused', url: 'http://localhost', smtpUrl: 'smtp://localhost:25' }
  execFileSync(requireInstalledServices().auth, ['migrate'], {
    env: toEnvironment({ ...unused, databaseUrl, confirmations: true }, 0),
    // Hides the log. If the command fails, the error contains it.
    stdio: 'pipe',
  })
}

/** Starts the auth service on a free port. */
export async function startAuth(options: AuthOptions): Promise<Service> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const emails = await serveAuthEmails()
  const program = await startProgram({
    command: requireInstalledServices().auth,
    args: ['serve'],
    env: { ...emails.env, ...toEnvironment(options, port) },
    isReady: async () => (await fetch(`${origin}/health`)).ok,
  })
  return {
    call: serviceAt(origin),
    async stop() {
      await program.stop()
      await emails.stop()
    },
  }
}

const configSchema = z.object({
  jwt_expiry: z.number(),
  refresh_token_reuse_interval: z.number(),
  enable_manual_linking: z.boolean(),
  minimum_password_length: z.number(),
  email: z.object({
    double_confirm_changes: z.boolean(),
    secure_password_change: z.boolean(),
    otp_expiry: z.number(),
  }),
})

/** Limits on requests and emails are off, because tests share them: a test of a limit overrides it. */
function toEnvironment(
  { databaseUrl, jwtSecret, url, smtpUrl, confirmations, overrides }: AuthOptions,
  port: number,
): Record<string, string> {
  const { auth, passkeys } = readConfig()
  const config = configSchema.parse(auth)
  const smtp = new URL(smtpUrl)
  const verify = `${url}/auth/v1/verify`
  return {
    GOTRUE_DB_DRIVER: 'postgres',
    DATABASE_URL: databaseUrl,
    DB_NAMESPACE: 'auth',
    GOTRUE_DB_MAX_POOL_SIZE: '6',
    GOTRUE_API_HOST: '127.0.0.1',
    PORT: String(port),
    API_EXTERNAL_URL: `${url}/auth/v1`,
    GOTRUE_SITE_URL: url,
    GOTRUE_URI_ALLOW_LIST: `${url},${url}/**`,
    GOTRUE_JWT_SECRET: jwtSecret,
    GOTRUE_JWT_ISSUER: `${url}/auth/v1`,
    GOTRUE_JWT_AUD: 'authenticated',
    GOTRUE_JWT_EXP: String(config.jwt_expiry),
    GOTRUE_JWT_DEFAULT_GROUP_NAME: 'authenticated',
    GOTRUE_JWT_ADMIN_ROLES: 'supabase_admin,service_role',
    GOTRUE_EXTERNAL_EMAIL_ENABLED: 'true',
    GOTRUE_EXTERNAL_PHONE_ENABLED: 'false',
    GOTRUE_MAILER_AUTOCONFIRM: String(!confirmations),
    GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: String(config.email.double_confirm_changes),
    GOTRUE_MAILER_OTP_EXP: String(config.email.otp_expiry),
    GOTRUE_MAILER_OTP_LENGTH: '6',
    GOTRUE_MAILER_URLPATHS_INVITE: verify,
    GOTRUE_MAILER_URLPATHS_CONFIRMATION: verify,
    GOTRUE_MAILER_URLPATHS_RECOVERY: verify,
    GOTRUE_MAILER_URLPATHS_EMAIL_CHANGE: verify,
    GOTRUE_SMTP_HOST: smtp.hostname,
    GOTRUE_SMTP_PORT: smtp.port,
    GOTRUE_SMTP_ADMIN_EMAIL: 'no-reply@example.com',
    GOTRUE_SMTP_SENDER_NAME: 'Waypost',
    GOTRUE_SMTP_MAX_FREQUENCY: '1ms',
    GOTRUE_RATE_LIMIT_EMAIL_SENT: '100000',
    GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'true',
    GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: String(config.refresh_token_reuse_interval),
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: String(
      config.email.secure_password_change,
    ),
    GOTRUE_PASSWORD_MIN_LENGTH: String(config.minimum_password_length),
    // 'letters_digits' in config.toml.
    GOTRUE_PASSWORD_REQUIRED_CHARACTERS:
      'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:0123456789',
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: String(config.enable_manual_linking),
    GOTRUE_MFA_TOTP_ENROLL_ENABLED: 'true',
    GOTRUE_MFA_TOTP_VERIFY_ENABLED: 'true',
    GOTRUE_PASSKEY_ENABLED: String(passkeys.enabled),
    GOTRUE_WEBAUTHN_RP_DISPLAY_NAME: passkeys.rp_display_name,
    GOTRUE_WEBAUTHN_RP_ID: new URL(url).hostname,
    GOTRUE_WEBAUTHN_RP_ORIGINS: url,
    GOTRUE_RATE_LIMIT_PASSKEY: '100000',
    GOTRUE_LOG_LEVEL: 'warn',
    GOTRUE_RELOADING_NOTIFY_ENABLED: 'false',
    ...overrides,
  }
}
