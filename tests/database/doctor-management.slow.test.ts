import { readFileSync } from 'node:fs'
import { json } from 'node:stream/consumers'
import { parse } from 'smol-toml'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { report } from '../../scripts/ops/doctor/examine.ts'
import {
  examineAuthenticatorApps,
  examineCaptcha,
  examineEmailLimit,
  examineEmailCodes,
  examineEmailLinks,
  examineJobRuns,
  examineProviders,
  examinePasskeys,
  examineSchedule,
  examineSecondFactors,
  examineSmtp,
} from '../../scripts/ops/doctor/management.ts'
import type { Finding } from '../../scripts/ops/doctor/project.ts'
import { listen } from '../../supabase/local/listen.ts'
import { startLocalSupabase } from '../../supabase/local/start.ts'
import { insertFactor } from '../support/factors.ts'

/* The checks of the doctor that need an access token, with a server in place of the Management API. */

const backend = await startLocalSupabase()
const sql = backend.connection.driver
const management = await listen()
afterAll(async () => {
  await management.close()
  await backend.stop()
})

const config = z
  .object({ auth: z.object({ rate_limit: z.object({ email_sent: z.number() }) }) })
  .parse(parse(readFileSync('supabase/config.toml', 'utf8')))

type Answer = { status: number; body: object }
const ok = (body: object): Answer => ({ status: 200, body })

/** The response to the next request; undefined for the rows of its query. */
let answer: Answer | undefined
management.serve(async (request, response) => {
  const isKnown = request.headers.authorization === 'Bearer sbp_token'
  const rows = async () => (await sql.query(String(Object(await json(request)).query))).rows
  const body = isKnown ? (answer?.body ?? (await rows())) : {}
  response.writeHead(isKnown ? (answer?.status ?? 201) : 401).end(JSON.stringify(body))
})

type Project = { url: string; siteUrl: string; accessToken?: string }
type Check = (project: Project, url: string) => Promise<Finding>

const examineWith = (check: Check, accessToken?: string) =>
  check(
    {
      url: backend.url,
      siteUrl: 'https://app.example.com/',
      ...(accessToken && { accessToken }),
    },
    management.url,
  )

const templates = Object.fromEntries(
  ['confirmation', 'recovery', 'magic_link', 'invite', 'email_change'].map((name) => [
    `mailer_templates_${name}_content`,
    readFileSync(`supabase/templates/${name}.html`, 'utf8'),
  ]),
)
const jobs = [
  'send-emails',
  'check-links',
  'collect-images',
  'end-suspensions',
  'queue-summaries',
  'queue-alerts',
  'withdraw-questions',
  'ask-owners',
  'remind-owners',
  'fall-asleep',
  'delete-expired',
  'update-recent-joins',
  'delete-job-runs',
]
const google = {
  external_google_enabled: true,
  external_google_client_id: 'id',
  external_google_secret: 'digest',
  security_manual_linking_enabled: true,
}
const turnstile = {
  security_captcha_enabled: true,
  security_captcha_provider: 'turnstile',
  security_captcha_secret: 'digest',
}
const scheduled = jobs.map((jobname) => ({ jobname }))

test.each<[what: string, check: Check, fine: object, missing: Answer[]]>([
  [
    'whether emails reach users outside the team',
    examineSmtp,
    { smtp_host: 'smtp.example.com' },
    [ok({ smtp_host: '' })],
  ],
  [
    'whether few users can sign up in an hour',
    examineEmailLimit,
    { smtp_host: 'smtp.example.com', rate_limit_email_sent: config.auth.rate_limit.email_sent },
    [30, null].map((rate_limit_email_sent) =>
      ok({ smtp_host: 'smtp.example.com', rate_limit_email_sent }),
    ),
  ],
  [
    'emails with links that scanners use up',
    examineEmailLinks,
    templates,
    [ok({}), ok({ ...templates, mailer_templates_invite_content: '{{ .ConfirmationURL }}' })],
  ],
  [
    'emails without the code to sign in',
    examineEmailCodes,
    templates,
    [ok({}), ok({ ...templates, mailer_templates_confirmation_content: 'Follow this link.' })],
  ],
  [
    'whether users can add an authenticator app',
    examineAuthenticatorApps,
    { mfa_totp_enroll_enabled: true, mfa_totp_verify_enabled: true },
    [ok({}), ok({ mfa_totp_enroll_enabled: false, mfa_totp_verify_enabled: true })],
  ],
  [
    'whether Google and Apple are complete',
    examineProviders,
    google,
    [
      ok({ ...google, external_google_secret: null }),
      ok({ ...google, security_manual_linking_enabled: false }),
      ok({ ...google, external_apple_enabled: true }),
    ],
  ],
  [
    'whether passkeys belong to the host of the site',
    examinePasskeys,
    { passkey_enabled: true, webauthn_rp_id: 'app.example.com' },
    [ok({ passkey_enabled: true, webauthn_rp_id: 'localhost' })],
  ],
  [
    'whether pages and project have the same captcha',
    examineCaptcha('turnstile'),
    turnstile,
    [
      ok({ security_captcha_enabled: false }),
      ok({ ...turnstile, security_captcha_provider: 'hcaptcha' }),
      ok({ ...turnstile, security_captcha_secret: null }),
    ],
  ],
  [
    'a captcha that the pages do not have',
    examineCaptcha(),
    { ...turnstile, security_captcha_enabled: false },
    [ok(turnstile)],
  ],
  [
    'which jobs are not scheduled',
    examineSchedule,
    scheduled,
    [
      // The extension is not installed.
      { status: 400, body: {} },
      ...jobs.map((job) => ok(scheduled.filter(({ jobname }) => jobname !== job))),
    ],
  ],
])('the doctor reports %s, with a valid access token', async (_what, check, fine, missing) => {
  answer = ok(fine)
  expect((await examineWith(check)).isFine).toBeNull()
  expect((await examineWith(check, 'sbp_wrong')).isFine).toBeNull()
  expect((await examineWith(check, 'sbp_token')).isFine).toBe(true)
  for (answer of missing) {
    expect((await examineWith(check, 'sbp_token')).isFine).toBe(false)
  }
})

test('the doctor reports which admins have no second factor, and whether they need one', async () => {
  answer = undefined
  const examine = async () => report([await examineWith(examineSecondFactors, 'sbp_token')])
  const require = (isRequired: boolean) =>
    sql.query('update private.settings set admins_need_second_factor = $1', [isRequired])
  expect(await examine()).toBe(
    'ok       second factor of admins (not required, not set up: admin@example.com)',
  )
  await require(true)
  expect(await examine()).toBe(
    'MISSING  second factor of admins (required): These admins must add an authenticator app on their profile page: admin@example.com',
  )
  const { rows } = await sql.query('select id from public.profiles where is_admin')
  await insertFactor(sql, String(Object(rows[0])['id']))
  expect(await examine()).toBe('ok       second factor of admins (required)')
  await require(false)
  expect(await examine()).toBe('ok       second factor of admins (not required)')
})

test('the doctor reports which jobs fail or are late, and the last failure of the others', async () => {
  answer = undefined
  await sql.exec(`
    create schema cron;
    create table cron.job (jobid bigint, jobname text, schedule text, active boolean default true);
    create table cron.job_run_details (
      runid bigint generated always as identity, jobid bigint, status text, return_message text, end_time timestamptz);
    insert into cron.job values
      (1, 'send-emails', '* * * * *'), (2, 'ask-owners', '2-59/10 * * * *'), (3, 'collect-images', '17 3 * * *'),
      (4, 'new', '* * * * *')`)
  const finish = (job: number, status: string, minutes: number) =>
    sql.query(
      `insert into cron.job_run_details (jobid, status, return_message, end_time)
       values ($1, $2, 'deadlock detected', now() - $3 * interval '1 minute')`,
      [job, status, minutes],
    )
  const examine = async () => report([await examineWith(examineJobRuns, 'sbp_token')])
  await finish(1, 'failed', 11)
  await finish(1, 'succeeded', 9)
  await finish(2, 'succeeded', 29)
  await finish(3, 'succeeded', 22 * 60)
  expect(await examine()).toMatch(
    /^ok {7}runs of recurring jobs \(last failures: send-emails 20\S+ \S+\)$/,
  )
  await sql.exec(`
    update cron.job_run_details set end_time = end_time - interval '2 hours';
    delete from cron.job_run_details where status = 'failed'`)
  await finish(2, 'failed', 1)
  expect(await examine()).toMatch(
    /^MISSING {2}.*: ask-owners failed 1 min ago \(deadlock detected\); send-emails has not run for 129 min\. /,
  )
})
