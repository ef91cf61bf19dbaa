import { jobNames } from '../deploy/schedule.ts'
import { call, type Finding, parseObject, type Project, pushConfig } from './project.ts'

/* The checks that call the Management API of hosted projects. It requires an access token. */

/** As in supabase/config.toml. */
const emailsPerHour = 1000

const managementApi = 'https://api.supabase.com'

type HostedProject = Pick<Project, 'url' | 'accessToken' | 'siteUrl'>

interface Check {
  /** The name of the check. */
  what: string
  /** SQL to run. Otherwise, the settings of the auth service are read. */
  query?: string
  /** Evaluates the response: `isFine` and advice. Null if the response cannot be evaluated. */
  evaluate: (
    response: object,
    status: number,
    siteUrl?: string,
  ) => Omit<Finding, 'what'> & { what?: string }
  /** Statuses other than 200 and 201 that are evaluated. */
  statuses?: number[]
}

/** Returns a function that runs a check, or reports it as unknown if the API does not answer. */
const createCheck =
  ({ what, query, evaluate, statuses = [] }: Check) =>
  async (
    { url, accessToken, siteUrl }: HostedProject,
    managementUrl = managementApi,
  ): Promise<Finding> => {
    if (!accessToken) return { what, isFine: null, advice: 'Set SUPABASE_ACCESS_TOKEN.' }
    const [ref] = new URL(url).hostname.split('.')
    const { status, text } = await call(
      { url: managementUrl, publishableKey: '' },
      `/v1/projects/${ref}/${query ? 'database/query/read-only' : 'config/auth'}`,
      {
        headers: { authorization: `Bearer ${accessToken}` },
        ...(query && { method: 'POST', body: { query } }),
      },
    )
    return [200, 201, ...statuses].includes(status)
      ? { what, ...evaluate(parseObject(text), status, siteUrl) }
      : { what, isFine: null, advice: `The response was ${status}.` }
  }

/**
 * Checks that the project has an SMTP server. Without one, Supabase sends emails only to members of the team, so other
 * users cannot confirm their accounts.
 */
export const examineSmtp = createCheck({
  what: 'emails to users outside your team',
  evaluate: (settings) => ({
    isFine: Boolean(Reflect.get(settings, 'smtp_host')),
    advice:
      'Set an SMTP server in the project under Authentication > Emails > SMTP settings. Without it, other users cannot confirm their accounts.',
  }),
})

/**
 * Checks how many emails the auth service sends in an hour. Every sign-in with a code needs one, and Supabase allows 30 when an SMTP
 * server is set up. Without a server, `examineSmtp` reports that.
 */
export const examineEmailLimit = createCheck({
  what: 'limit of emails for signing up',
  evaluate(settings) {
    const limit = Number(Reflect.get(settings, 'rate_limit_email_sent'))
    return {
      isFine: !Reflect.get(settings, 'smtp_host') || limit >= emailsPerHour,
      advice: `At most ${limit} users can sign up or sign in by email in an hour. Allow ${emailsPerHour} emails per hour in the project under Authentication > Rate limits, if your SMTP server can send them.`,
    }
  },
})

const emailsWithLink = ['confirmation', 'recovery', 'magic_link', 'invite', 'email_change']

/**
 * Checks that emails contain our own links, which need a click. Those of the auth service sign in whoever opens them, so
 * email scanners use them up.
 */
export const examineEmailLinks = createCheck({
  what: 'links in emails',
  evaluate(settings) {
    const isOurs = (name: string) =>
      /\?confirm=\w+_\{\{/.test(String(Reflect.get(settings, `mailer_templates_${name}_content`)))
    const others = emailsWithLink.filter((name) => !isOurs(name))
    const advice = `Email scanners use up the links in these emails: ${others.join(', ')}. ${pushConfig}`
    return { isFine: others.length === 0, advice }
  },
})

/** Checks that the emails to new and to known addresses contain the code that the app asks for. */
export const examineEmailCodes = createCheck({
  what: 'codes in emails',
  evaluate: (settings) => ({
    isFine: ['confirmation', 'magic_link'].every((name) =>
      String(Reflect.get(settings, `mailer_templates_${name}_content`)).includes('{{ .Token }}'),
    ),
    advice: `Users cannot sign in by email: the emails lack the code. ${pushConfig}`,
  }),
})

/** Checks that users can add an authenticator app, and enter its codes. */
export const examineAuthenticatorApps = createCheck({
  what: 'authenticator apps',
  evaluate: (settings) => ({
    isFine: ['mfa_totp_enroll_enabled', 'mfa_totp_verify_enabled'].every(
      (name) => Reflect.get(settings, name) === true,
    ),
    advice: `Users cannot add an app or enter its code. ${pushConfig}`,
  }),
})

const companies = [
  { name: 'google', label: 'Google' },
  { name: 'apple', label: 'Apple' },
]

/** Checks that Google and Apple, if the project has them, are complete, and that users can link them. */
export const examineProviders = createCheck({
  what: 'Google and Apple',
  evaluate(settings) {
    const read = (name: string) => Reflect.get(settings, name)
    const enabled = companies.filter(({ name }) => read(`external_${name}_enabled`) === true)
    if (enabled.length === 0) return { what: 'Google and Apple (off)', isFine: true }
    const incomplete = enabled.filter(
      ({ name }) => !read(`external_${name}_client_id`) || !read(`external_${name}_secret`),
    )
    const canLink = read('security_manual_linking_enabled') === true
    return {
      what: `Google and Apple (on: ${enabled.map(({ label }) => label).join(', ')})`,
      isFine: incomplete.length === 0 && canLink,
      advice: canLink
        ? `The client id or the secret is missing: ${incomplete.map(({ label }) => label).join(', ')}. Run npm run deploy with their variables.`
        : `Users cannot link their accounts. ${pushConfig}`,
    }
  },
})

/** Checks that users can add passkeys and that these belong to the host of the site: they work on no other. */
export const examinePasskeys = createCheck({
  what: 'passkeys',
  evaluate(settings, _status, siteUrl) {
    if (Reflect.get(settings, 'passkey_enabled') !== true) {
      return { what: 'passkeys (off)', isFine: true }
    }
    const host = String(Reflect.get(settings, 'webauthn_rp_id'))
    const isHere = !siteUrl || host === new URL(siteUrl).hostname
    return { isFine: isHere, advice: `They belong to ${host}, not to the site. ${pushConfig}` }
  },
})

/**
 * Checks that the project requires the captcha that the pages have. If only the project has it, sign-ins fail; if only
 * the pages have it, it stops no bots.
 *
 * @param provider `VITE_CAPTCHA_PROVIDER` of the pages
 */
export const examineCaptcha = (provider = '') =>
  createCheck({
    what: 'captcha',
    evaluate(settings) {
      const read = (name: string) => Reflect.get(settings, `security_captcha_${name}`)
      const required = read('enabled') === true ? String(read('provider')) : ''
      const hasSecret = required === '' || Boolean(read('secret'))
      return {
        what: `captcha (${required || 'off'})`,
        isFine: required === provider && hasSecret,
        advice: `The project requires ${required || 'none'}${hasSecret ? '' : ' without a secret'}, but the pages have ${provider || 'none'}. Run npm run deploy with the variables of both, or change it in the project under Authentication > Attack Protection.`,
      }
    },
  })

/** Lists the admins without a second factor. If the settings require one, they have lost the rights of an admin. */
export const examineSecondFactors = createCheck({
  what: 'second factor of admins',
  query: `
    select s.admins_need_second_factor as is_required,
      coalesce(string_agg(p.sign_in_email, ', ' order by p.sign_in_email), '') as without
    from private.settings as s
    left join public.profiles as p on p.is_admin and not exists (
      select from auth.mfa_factors as f where f.user_id = p.id and f.status = 'verified'
    )
    group by s.admins_need_second_factor`,
  evaluate(rows) {
    const [row] = Object.values(rows)
    const without = String(Reflect.get(Object(row), 'without'))
    if (Reflect.get(Object(row), 'is_required') !== true) {
      const details = without === '' ? 'not required' : `not required, not set up: ${without}`
      return { what: `second factor of admins (${details})`, isFine: true }
    }
    return {
      what: 'second factor of admins (required)',
      isFine: without === '',
      advice: `These admins must add an authenticator app on their profile page: ${without}`,
    }
  },
})

/**
 * Checks that the recurring jobs are scheduled. Without them, no links are checked, no emails are sent, expired records
 * are kept, and unused images are deleted only when an admin opens the dashboard.
 */
export const examineSchedule = createCheck({
  what: 'recurring jobs',
  query: 'select jobname from cron.job where active',
  // The extension is not installed.
  statuses: [400],
  evaluate(rows, status) {
    const found = status === 400 ? [] : Object.values(rows).map((row) => row.jobname)
    const missing = jobNames.filter((job) => !found.includes(job))
    const advice = `Not scheduled: ${missing.join(', ')}. Run npm run deploy with SUPABASE_SECRET_KEY set.`
    return { isFine: missing.length === 0, advice }
  },
})

/** After how many minutes without a finished run a job is late. The longest break is that of nightly jobs. */
function getLimit(schedule: string): number {
  if (schedule === '* * * * *') return 10
  return /^\S+\/10 \* /.test(schedule) ? 30 : 25 * 60
}

/**
 * Checks that the last run of each job succeeded, and was not too long ago. A call of the edge function succeeds as soon
 * as it is sent: its log has one line for each run.
 */
export const examineJobRuns = createCheck({
  what: 'runs of recurring jobs',
  query: `
    select j.jobname, j.schedule, d.status, d.return_message as message,
      round(extract(epoch from now() - d.end_time) / 60) as minutes,
      (select max(f.end_time)::text from cron.job_run_details as f where f.jobid = j.jobid and f.status = 'failed')
        as failed_at
    from cron.job as j left join lateral (
      select * from cron.job_run_details as r
      where r.jobid = j.jobid and r.end_time is not null order by r.runid desc limit 1
    ) as d on true
    where j.active order by j.jobname`,
  // The extension is not installed, which examineSchedule reports.
  statuses: [400],
  evaluate(rows, status) {
    const runs = status === 400 ? [] : Object.values(rows).map(readRun)
    const problems = runs.flatMap(({ job, limit, minutes, message, hasFailed }) => {
      if (hasFailed) return [`${job} failed ${minutes} min ago (${message})`]
      return minutes > limit ? [`${job} has not run for ${minutes} min`] : []
    })
    const failures = runs.flatMap(({ job, failedAt }) => (failedAt ? [`${job} ${failedAt}`] : []))
    return {
      ...(failures.length > 0 && {
        what: `runs of recurring jobs (last failures: ${failures.join(', ')})`,
      }),
      isFine: problems.length === 0,
      advice: `${problems.join('; ')}. See cron.job_run_details.`,
    }
  },
})

/** Reads the last run of a job. One that has never run is not late: it may be new. */
function readRun(row: unknown) {
  const read = (name: string): unknown => Reflect.get(Object(row), name)
  return {
    job: String(read('jobname')),
    limit: getLimit(String(read('schedule'))),
    minutes: Number(read('minutes') ?? 0),
    message: String(read('message')),
    hasFailed: read('status') === 'failed',
    failedAt: read('failed_at') === null ? '' : String(read('failed_at')),
  }
}
