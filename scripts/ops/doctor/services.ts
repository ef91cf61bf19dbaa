import { examineEmailLimit, examineSmtp } from './management.ts'
import {
  call,
  type Finding,
  parseObject,
  type Project,
  pushConfig,
  pushMigrations,
} from './project.ts'

/** Checks the URL and key, the settings of the auth service and the site of links in its emails. */
export async function examineAuth(project: Project): Promise<Finding[]> {
  const { status, text } = await call(project, '/auth/v1/settings')
  if (status !== 200) {
    return [
      {
        what: 'URL and publishable key',
        isFine: false,
        advice:
          status === 0
            ? `No response from ${project.url} (${text}).`
            : `The auth service responded with ${status}. Compare the URL and the key with the project's API settings.`,
      },
    ]
  }
  const settings = parseObject(text)
  const isOn = (name: string) => Reflect.get(settings, name) === true
  return [
    { what: 'URL and publishable key', isFine: true },
    {
      what: 'sign-up',
      isFine: !isOn('disable_signup'),
      advice: `Users cannot create accounts. ${pushConfig}`,
    },
    {
      what: 'confirmation of email addresses',
      isFine: !isOn('mailer_autoconfirm'),
      advice: `Accounts work without a confirmed email address. ${pushConfig}`,
    },
    await examineSiteUrl(project),
    ...(isOn('mailer_autoconfirm')
      ? []
      : [await examineSmtp(project), await examineEmailLimit(project)]),
  ]
}

/** Checks the settings of emails to owners and admins, and that they are delivered. */
export async function examineOutbox(project: Project): Promise<Finding[]> {
  const key = project.secretKey
  const settings = 'settings of emails to owners'
  const delivery = 'delivery of emails to owners'
  const unknown = { isFine: null, advice: 'Set SUPABASE_SECRET_KEY.' }
  if (!key) return [settings, delivery].map((what) => ({ what, ...unknown }))
  const [settingsResult, failures] = await Promise.all([
    call(project, '/functions/v1/admin/send-emails', { key }),
    call(project, '/rest/v1/rpc/count_failed_emails', { method: 'POST', key, body: {} }),
  ])
  const missing: unknown = Reflect.get(parseObject(settingsResult.text), 'missing')
  const [, givenUp, overdue] =
    /"given_up":(\d+).*?"overdue":(\d+)/.exec(failures.text)?.map(Number) ?? []
  return [
    {
      what: settings,
      isFine: Array.isArray(missing) && missing.length === 0,
      advice: Array.isArray(missing)
        ? `The function lacks ${missing.join(' and ')}. Run npm run deploy with SMTP_URL set.`
        : `The function admin responded with ${settingsResult.status}. Deploy it.`,
    },
    {
      what: delivery,
      isFine: givenUp === 0 && overdue === 0,
      advice:
        failures.status === 200
          ? `${givenUp} failed and ${overdue} are overdue by an hour: ${failures.text}`
          : `The database responded with ${failures.status}. ${pushMigrations}`,
    },
  ]
}

/** Checks the URL to which links in emails lead: an invalid link of the auth service redirects there. */
async function examineSiteUrl(project: Project): Promise<Finding> {
  const what = 'site of links in emails'
  if (!project.siteUrl) return { what, isFine: null, advice: 'Set --site.' }
  const { origin } = new URL(project.siteUrl)
  const { headers } = await call(project, '/auth/v1/verify?token=none&type=recovery')
  const [found = 'nowhere'] = headers.get('location')?.split(/[?#]/) ?? []
  return {
    what,
    isFine: found === origin || found === `${origin}/`,
    advice: `Links in emails lead to ${found} instead of ${origin}. ${pushConfig}`,
  }
}

/** Checks that the bucket exists, is public and has its limits. */
export async function examineBucket(project: Project): Promise<Finding[]> {
  const bucket = 'community-images'
  const response = await call(project, `/storage/v1/object/public/${bucket}/none`)
  const isThere = response.status > 0 && !/bucket not found/i.test(response.text)
  const found: Finding = { what: `bucket ${bucket}`, isFine: isThere, advice: pushMigrations }
  if (!isThere) return [found]

  const what = 'limits of the bucket'
  if (!project.secretKey) return [found, { what, isFine: null, advice: 'Set SUPABASE_SECRET_KEY.' }]
  const { text } = await call(project, `/storage/v1/bucket/${bucket}`, { key: project.secretKey })
  const limits = parseObject(text)
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

/** Checks that the edge functions are deployed and that the site may call them. */
export async function examineFunctions(project: Project): Promise<Finding[]> {
  const found = await Promise.all(functions.map((one) => examineFunction(project, one)))
  return found.flat()
}

async function examineFunction(
  project: Project,
  { name, path, method }: (typeof functions)[number],
): Promise<Finding[]> {
  const response = await call(project, path, { method })
  // Our own error, not a gateway's.
  const isOurs = response.status === 401 && Reflect.has(parseObject(response.text), 'error')
  const what = `function ${name}`
  if (!isOurs) {
    const advice = `The response was ${response.status}. Deploy it: npx supabase functions deploy --use-api --remote=<ref>`
    return [{ what, isFine: false, advice }]
  }
  return [{ what, isFine: true }, await examineCors(project, path, method, `CORS of ${what}`)]
}

/** Checks that a browser on the site may call a path with the app's headers. */
export async function examineCors(
  project: Project,
  path: string,
  method: string,
  what: string,
): Promise<Finding> {
  const origin = new URL(project.siteUrl ?? 'https://site.example').origin
  const wanted = ['authorization', 'apikey', 'content-type', 'x-application-name']
  const { headers } = await call(project, path, {
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
      ? `Browsers may not send ${missing.join(', ')}.`
      : `Browsers on ${origin} may not call it.`,
  }
}
