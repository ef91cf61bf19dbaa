import { readFileSync } from 'node:fs'
import { json } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { report } from '../../scripts/ops/doctor/examine.ts'
import {
  examineAuthenticatorApps,
  examineEmailLinks,
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

/** The response to the next request. */
let answer = { status: 200, body: '{}' }
beforeEach(() => {
  answer = { status: 200, body: '{}' }
})

management.serve((request, response) => {
  const isKnown = request.headers.authorization === 'Bearer sbp_token'
  response.writeHead(isKnown ? answer.status : 401).end(isKnown ? answer.body : '{}')
})

afterAll(async () => {
  await management.close()
  await backend.stop()
})

type Check = (project: { url: string; accessToken?: string }, url: string) => Promise<Finding>

const examineWith = (check: Check, accessToken?: string) =>
  check({ url: backend.url, ...(accessToken && { accessToken }) }, management.url)

/** Returns whether a check is fine with the response `body`. */
async function isFine(check: Check, body: object, status = 200) {
  answer = { status, body: JSON.stringify(body) }
  return (await examineWith(check, 'sbp_token')).isFine
}

test.each([
  ['emails', examineSmtp],
  ['links in emails', examineEmailLinks],
  ['authenticator apps', examineAuthenticatorApps],
  ['second factors', examineSecondFactors],
  ['schedules', examineSchedule],
])('the check of %s is skipped without a valid access token', async (_what, check) => {
  expect((await examineWith(check)).isFine).toBeNull()
  expect((await examineWith(check, 'sbp_wrong')).isFine).toBeNull()
})

test('the doctor reports whether emails reach users outside the team', async () => {
  expect(await isFine(examineSmtp, { smtp_host: '' })).toBe(false)
  expect(await isFine(examineSmtp, { smtp_host: 'smtp.example.com' })).toBe(true)
})

test('the doctor reports emails with links that scanners use up', async () => {
  const names = ['confirmation', 'recovery', 'magic_link', 'invite', 'email_change']
  const templates = Object.fromEntries(
    names.map((name) => [
      `mailer_templates_${name}_content`,
      readFileSync(`supabase/templates/${name}.html`, 'utf8'),
    ]),
  )
  expect(await isFine(examineEmailLinks, templates)).toBe(true)
  expect(await isFine(examineEmailLinks, {})).toBe(false)
  const link = '<a href="{{ .ConfirmationURL }}">Accept the invite</a>'
  const old = { ...templates, mailer_templates_invite_content: link }
  expect(await isFine(examineEmailLinks, old)).toBe(false)
})

test('the doctor reports whether users can add an authenticator app', async () => {
  const settings = { mfa_totp_enroll_enabled: true, mfa_totp_verify_enabled: true }
  expect(await isFine(examineAuthenticatorApps, settings)).toBe(true)
  expect(
    await isFine(examineAuthenticatorApps, { ...settings, mfa_totp_enroll_enabled: false }),
  ).toBe(false)
  expect(await isFine(examineAuthenticatorApps, {})).toBe(false)
})

test('the doctor reports which jobs are not scheduled', async () => {
  const jobs = ['send-emails', 'check-links', 'collect-images', 'delete-expired', 'delete-job-runs']
  const scheduled = (names: string[]) => names.map((jobname) => ({ jobname }))
  expect(await isFine(examineSchedule, { message: 'relation does not exist' }, 400)).toBe(false)
  expect(await isFine(examineSchedule, [], 201)).toBe(false)
  expect(await isFine(examineSchedule, scheduled(jobs), 201)).toBe(true)
  for (const job of jobs) {
    answer = {
      status: 201,
      body: JSON.stringify(scheduled(jobs.filter((other) => other !== job))),
    }
    expect(await examineWith(examineSchedule, 'sbp_token')).toEqual({
      what: 'recurring jobs',
      isFine: false,
      advice: `Not scheduled: ${job}. Run npm run deploy with SUPABASE_SECRET_KEY set.`,
    })
  }
})

test('the doctor reports which admins have no second factor, and whether they need one', async () => {
  const database = await listen()
  database.serve(async (request, response) => {
    const { query } = Object(await json(request))
    const { rows } = await sql.query(String(query))
    response.writeHead(201).end(JSON.stringify(rows))
  })
  const examine = async () =>
    report([
      await examineSecondFactors({ url: backend.url, accessToken: 'sbp_token' }, database.url),
    ])

  expect(await examine()).toBe(
    'ok       second factor of admins (not required, not set up: admin@example.com)',
  )
  await sql.query('update private.settings set admins_need_second_factor = true')
  expect(await examine()).toBe(
    'MISSING  second factor of admins (required): These admins must add an authenticator app on their profile page: admin@example.com',
  )
  const { rows } = await sql.query('select id from public.profiles where is_admin')
  await insertFactor(sql, String(Object(rows[0])['id']))
  expect(await examine()).toBe('ok       second factor of admins (required)')
  await sql.query('update private.settings set admins_need_second_factor = false')
  expect(await examine()).toBe('ok       second factor of admins (not required)')
  await database.close()
})
