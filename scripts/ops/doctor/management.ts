import { jobNames } from '../deploy/schedule.ts'
import { call, type Finding, parseObject, type Project, pushConfig } from './project.ts'

/* The checks that call the Management API of hosted projects. It requires an access token. */

const managementApi = 'https://api.supabase.com'

type HostedProject = Pick<Project, 'url' | 'accessToken'>

const needsToken = 'Set SUPABASE_ACCESS_TOKEN.'

/** Calls the Management API with a path of the project. */
function callManagement(
  { url, accessToken }: HostedProject,
  managementUrl: string,
  path: string,
  options: { method?: string; body?: object } = {},
) {
  const [ref] = new URL(url).hostname.split('.')
  return call({ url: managementUrl, publishableKey: '' }, `/v1/projects/${ref}/${path}`, {
    ...options,
    headers: { authorization: `Bearer ${accessToken}` },
  })
}

const queryReadOnly = (project: HostedProject, managementUrl: string, query: string) =>
  callManagement(project, managementUrl, 'database/query/read-only', {
    method: 'POST',
    body: { query },
  })

/**
 * Checks that the project has an SMTP server. Without one, Supabase sends emails only to members of the team, so other
 * users cannot confirm their accounts.
 */
export async function examineSmtp(
  project: HostedProject,
  managementUrl = managementApi,
): Promise<Finding> {
  const what = 'emails to users outside your team'
  const advice =
    'Set an SMTP server in the project under Authentication > Emails > SMTP settings. Without it, other users cannot confirm their accounts.'
  const unknown = { what, isFine: null, advice: `${advice} Set SUPABASE_ACCESS_TOKEN to check it.` }
  if (!project.accessToken) return unknown
  const { status, text } = await callManagement(project, managementUrl, 'config/auth')
  return status === 200
    ? { what, isFine: Boolean(Reflect.get(parseObject(text), 'smtp_host')), advice }
    : unknown
}

/**
 * Checks that emails contain our own links, which need a click. Those of the auth service sign in whoever opens them, so
 * email scanners use them up.
 */
export async function examineEmailLinks(
  project: HostedProject,
  managementUrl = managementApi,
): Promise<Finding> {
  const what = 'links in emails'
  if (!project.accessToken) return { what, isFine: null, advice: needsToken }
  const { status, text } = await callManagement(project, managementUrl, 'config/auth')
  if (status !== 200) return { what, isFine: null, advice: `The response was ${status}.` }
  const settings = parseObject(text)
  const isOurs = (name: string) =>
    /#token_hash=/.test(String(Reflect.get(settings, `mailer_templates_${name}_content`)))
  const others = emailsWithLink.filter((name) => !isOurs(name))
  const advice = `Email scanners use up the links in these emails: ${others.join(', ')}. ${pushConfig}`
  return { what, isFine: others.length === 0, advice }
}

const emailsWithLink = ['confirmation', 'recovery', 'magic_link', 'invite', 'email_change']

/** Checks that users can add an authenticator app, and enter its codes. */
export async function examineAuthenticatorApps(
  project: HostedProject,
  managementUrl = managementApi,
): Promise<Finding> {
  const what = 'authenticator apps'
  if (!project.accessToken) return { what, isFine: null, advice: needsToken }
  const { status, text } = await callManagement(project, managementUrl, 'config/auth')
  if (status !== 200) return { what, isFine: null, advice: `The response was ${status}.` }
  const settings = parseObject(text)
  const names = ['mfa_totp_enroll_enabled', 'mfa_totp_verify_enabled']
  const isFine = names.every((name) => Reflect.get(settings, name) === true)
  return { what, isFine, advice: `Users cannot add an app or enter its code. ${pushConfig}` }
}

/** Lists the admins without a second factor. If the settings require one, they have lost the rights of an admin. */
export async function examineSecondFactors(
  project: HostedProject,
  managementUrl = managementApi,
): Promise<Finding> {
  const what = 'second factor of admins'
  if (!project.accessToken) return { what, isFine: null, advice: needsToken }
  const { status, text } = await queryReadOnly(project, managementUrl, adminsWithoutFactor)
  const [row] = Object.values(parseObject(text))
  if (status > 201 || !row) return { what, isFine: null, advice: `The response was ${status}.` }
  const isRequired = Reflect.get(Object(row), 'is_required') === true
  const without = String(Reflect.get(Object(row), 'without') ?? '')
  const advice = `These admins must add an authenticator app on their profile page: ${without}`
  if (isRequired) return { what: `${what} (required)`, isFine: without === '', advice }
  const details = without === '' ? 'not required' : `not required, not set up: ${without}`
  return { what: `${what} (${details})`, isFine: true }
}

const adminsWithoutFactor = `
  select s.admins_need_second_factor as is_required,
    string_agg(p.sign_in_email, ', ' order by p.sign_in_email) as without
  from private.settings as s
  left join public.profiles as p on p.is_admin and not exists (
    select from auth.mfa_factors as f where f.user_id = p.id and f.status = 'verified'
  )
  group by s.admins_need_second_factor`

/**
 * Checks that the recurring jobs are scheduled. Without them, no links are checked, no emails are sent, expired records
 * are kept, and unused images are deleted only when an admin opens the dashboard.
 */
export async function examineSchedule(
  project: HostedProject,
  managementUrl = managementApi,
): Promise<Finding> {
  const what = 'recurring jobs'
  if (!project.accessToken) return { what, isFine: null, advice: needsToken }
  const query = 'select jobname from cron.job where active'
  const { status, text } = await queryReadOnly(project, managementUrl, query)
  // 400: the extension is not installed.
  if (![200, 201, 400].includes(status)) {
    return { what, isFine: null, advice: `The response was ${status}.` }
  }
  const missing = jobNames.filter((job) => status === 400 || !text.includes(`"${job}"`))
  return {
    what,
    isFine: missing.length === 0,
    advice: `Not scheduled: ${missing.join(', ')}. Run npm run deploy with SUPABASE_SECRET_KEY set.`,
  }
}
