import { schedules } from '../deploy/schedule.ts'
import { ask, type Finding, objectIn, type Project, pushMigrations } from './project.ts'

const pushConfig = 'Push the settings: npm run deploy, or supabase/config.toml by hand.'

/** The auth service: that it answers to these keys, its settings, and where its emails lead. */
export async function examineAuth(project: Project): Promise<Finding[]> {
  const { status, text } = await ask(project, '/auth/v1/settings')
  if (status !== 200) {
    return [
      {
        what: 'address and publishable key',
        isFine: false,
        advice:
          status === 0
            ? `Nothing answers at ${project.url} (${text}).`
            : `The auth service answered ${status}: compare the address and the key with the project's API settings.`,
      },
    ]
  }
  const settings = objectIn(text)
  const isOn = (name: string) => Reflect.get(settings, name) === true
  return [
    { what: 'address and publishable key', isFine: true },
    {
      what: 'sign-up',
      isFine: !isOn('disable_signup'),
      advice: `Nobody can create an account. ${pushConfig}`,
    },
    {
      what: 'confirmation of email addresses',
      isFine: !isOn('mailer_autoconfirm'),
      advice: `Accounts work without a confirmed address. ${pushConfig}`,
    },
    await examineRedirect(project),
    ...(isOn('mailer_autoconfirm') ? [] : [await examineMail(project)]),
  ]
}

/**
 * Whether the project has an SMTP server. The mailer of a project without one writes only to members of
 * its team, so nobody else could confirm an account.
 *
 * @param managementUrl where the settings of hosted projects are read
 */
export async function examineMail(
  { url, accessToken }: Project,
  managementUrl = 'https://api.supabase.com',
): Promise<Finding> {
  const what = 'emails to people outside your team'
  const advice =
    'Supabase sends them from an SMTP server of yours alone: enter one in the project under Authentication > Emails > SMTP settings. Without it nobody else can confirm an account.'
  const unknown = { what, isFine: null, advice: `${advice} SUPABASE_ACCESS_TOKEN lets me look.` }
  if (!accessToken) return unknown
  const [ref] = new URL(url).hostname.split('.')
  const { status, text } = await ask(
    { url: managementUrl, publishableKey: '' },
    `/v1/projects/${ref}/config/auth`,
    { headers: { authorization: `Bearer ${accessToken}` } },
  )
  return status === 200
    ? { what, isFine: Boolean(Reflect.get(objectIn(text), 'smtp_host')), advice }
    : unknown
}

/**
 * Whether the project does by itself what is done regularly. Otherwise unused images are collected when an
 * admin opens the dashboard, no link is checked and no mail is sent.
 *
 * @param managementUrl where the databases of hosted projects are asked
 */
export async function examineSchedule(
  { url, accessToken }: Project,
  managementUrl = 'https://api.supabase.com',
): Promise<Finding> {
  const what = 'schedules for unused images, invite links and mails'
  const advice = 'Run npm run deploy with SUPABASE_SECRET_KEY set.'
  if (!accessToken) return { what, isFine: null, advice: 'SUPABASE_ACCESS_TOKEN lets me look.' }
  const [ref] = new URL(url).hostname.split('.')
  const { status, text } = await ask(
    { url: managementUrl, publishableKey: '' },
    `/v1/projects/${ref}/database/query/read-only`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: { query: 'select jobname from cron.job where active' },
    },
  )
  // Without the extension, the query is what is wrong.
  const isAnswered = status === 200 || status === 201 || status === 400
  return isAnswered
    ? {
        what,
        isFine: status !== 400 && Object.keys(schedules).every((job) => text.includes(`"${job}"`)),
        advice,
      }
    : { what, isFine: null, advice: `The question was answered with ${status}.` }
}

/** Whether owners and admins are told: that the function has what it needs, and that mails get through. */
export async function examineOutbox(project: Project): Promise<Finding[]> {
  const key = project.secretKey
  const settings = 'settings for mails to owners'
  const delivery = 'delivery of mails to owners'
  const unknown = { isFine: null, advice: 'Give the secret key.' }
  if (!key) return [settings, delivery].map((what) => ({ what, ...unknown }))
  const [asked, counted] = await Promise.all([
    ask(project, '/functions/v1/admin/send-mail', { key }),
    ask(project, '/rest/v1/rpc/count_failed_emails', { method: 'POST', key, body: {} }),
  ])
  const missing: unknown = Reflect.get(objectIn(asked.text), 'missing')
  const [, given_up, overdue] =
    /"given_up":(\d+).*?"overdue":(\d+)/.exec(counted.text)?.map(Number) ?? []
  return [
    {
      what: settings,
      isFine: Array.isArray(missing) && missing.length === 0,
      advice: Array.isArray(missing)
        ? `Run npm run deploy with SMTP_URL set; the function misses ${missing.join(' and ')}.`
        : `The function admin answered ${asked.status}. Deploy it.`,
    },
    {
      what: delivery,
      isFine: given_up === 0 && overdue === 0,
      advice:
        counted.status === 200
          ? `${given_up} were given up and ${overdue} have been waiting for an hour: ${counted.text}`
          : `The database answered ${counted.status}. ${pushMigrations}`,
    },
  ]
}

/** A link that is no good is answered with a redirect: to the address asked for, if it is allowed. */
async function examineRedirect(project: Project): Promise<Finding> {
  const what = 'redirect addresses'
  if (!project.siteUrl) return { what, isFine: null, advice: 'Give the address of the site.' }
  const wanted = new URL('/profile', project.siteUrl).href
  const query = new URLSearchParams({ token: 'none', type: 'recovery', redirect_to: wanted })
  const { headers } = await ask(project, `/auth/v1/verify?${query}`)
  const isAllowed = headers.get('location')?.startsWith(wanted) ?? false
  return {
    what,
    isFine: isAllowed,
    advice: `Links in emails lead to ${headers.get('location')?.replace(/#.*/, '') ?? 'nowhere'} instead of ${wanted}. ${pushConfig}`,
  }
}

/** The bucket of the images, as public as it has to be and with its limits. */
export async function examineBucket(project: Project): Promise<Finding[]> {
  const bucket = 'community-images'
  const seen = await ask(project, `/storage/v1/object/public/${bucket}/none`)
  const isThere = seen.status > 0 && !/bucket not found/i.test(seen.text)
  const found: Finding = { what: `bucket ${bucket}`, isFine: isThere, advice: pushMigrations }
  if (!isThere) return [found]

  const what = 'limits of the bucket'
  if (!project.secretKey) return [found, { what, isFine: null, advice: 'Give the secret key.' }]
  const { text } = await ask(project, `/storage/v1/bucket/${bucket}`, { key: project.secretKey })
  const limits = objectIn(text)
  const isLimited =
    Reflect.get(limits, 'public') === true &&
    Number(Reflect.get(limits, 'file_size_limit')) > 0 &&
    !String(Reflect.get(limits, 'allowed_mime_types') ?? 'svg').includes('svg')
  return [found, { what, isFine: isLimited, advice: pushMigrations }]
}

const functions = [
  { name: 'admin', path: '/functions/v1/admin/users', method: 'GET' },
  { name: 'delete-user', path: '/functions/v1/delete-user', method: 'POST' },
]

/** The edge functions: that they are ours, and that the site may call them. */
export async function examineFunctions(project: Project): Promise<Finding[]> {
  const found = await Promise.all(functions.map((one) => examineFunction(project, one)))
  return found.flat()
}

async function examineFunction(
  project: Project,
  { name, path, method }: (typeof functions)[number],
): Promise<Finding[]> {
  const called = await ask(project, path, { method })
  // Its own refusal, not that of a gateway that wants a token first.
  const isOurs = called.status === 401 && Reflect.has(objectIn(called.text), 'error')
  const what = `function ${name}`
  if (!isOurs) {
    const advice = `It answered ${called.status}. Deploy it: npx supabase functions deploy --use-api --remote=<ref>`
    return [{ what, isFine: false, advice }]
  }
  return [{ what, isFine: true }, await examineCors(project, path, method, `CORS of ${what}`)]
}

/** Whether a browser on the site may call an address with the headers that the app sends. */
export async function examineCors(
  project: Project,
  path: string,
  method: string,
  what: string,
): Promise<Finding> {
  const origin = new URL(project.siteUrl ?? 'https://site.example').origin
  const wanted = ['authorization', 'apikey', 'content-type', 'x-application-name']
  const { headers } = await ask(project, path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': wanted.join(),
    },
  })
  const allowed = (headers.get('access-control-allow-headers') ?? '').toLowerCase()
  const missing = wanted.filter((header) => allowed !== '*' && !allowed.includes(header))
  const isOpen = ['*', origin].includes(headers.get('access-control-allow-origin') ?? '')
  return {
    what,
    isFine: isOpen && missing.length === 0,
    advice: isOpen
      ? `A browser may not send ${missing.join(', ')}.`
      : `A browser on ${origin} may not call it.`,
  }
}
