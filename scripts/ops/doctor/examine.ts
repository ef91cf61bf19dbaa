import { examineDatabase } from './database.ts'
import {
  examineAuthenticatorApps,
  examineCaptcha,
  examineEmailCodes,
  examineEmailLinks,
  examineJobRuns,
  examineProviders,
  examinePasskeys,
  examineSchedule,
  examineSecondFactors,
} from './management.ts'
import { call, type Finding, type Project, pushMigrations } from './project.ts'
import { examineRequests } from './requests.ts'
import {
  examineAuth,
  examineBucket,
  examineCors,
  examineFunctions,
  examineOutbox,
} from './services.ts'

/** Checks everything that the app needs from a project. Read-only: its only writes are ones that must fail. */
export async function examine(project: Project): Promise<Finding[]> {
  const auth = await examineAuth(project)
  // With a wrong URL or key, all other checks would also fail.
  if (auth.length === 1) return auth
  const rest = await Promise.all([
    examineDatabase(project),
    examineRequests(project),
    examineBucket(project),
    examineFunctions(project),
    examineCors(project, '/rest/v1/profiles', 'GET', 'CORS of the database'),
    examineFirstAdmin(project),
    examineEmailLinks(project),
    examineEmailCodes(project),
    examineAuthenticatorApps(project),
    examineProviders(project),
    examinePasskeys(project),
    examineCaptcha(project.captcha)(project),
    examineSecondFactors(project),
    examineSchedule(project),
    examineJobRuns(project),
    examineOutbox(project),
    examineDirectory(project),
  ])
  return [...auth, ...rest.flat()]
}

async function examineFirstAdmin(project: Project): Promise<Finding> {
  const what = 'first admin'
  if (!project.secretKey) return { what, isFine: null, advice: 'Set SUPABASE_SECRET_KEY.' }
  const { status, text } = await call(
    project,
    '/rest/v1/profiles?select=id&is_admin=eq.true&limit=1',
    { key: project.secretKey },
  )
  if (status !== 200) {
    return { what, isFine: null, advice: `The response to the secret key was ${status}.` }
  }
  return {
    what,
    isFine: text.includes('"id"'),
    advice:
      // Not `profiles.email`, which users can edit.
      "Create your account in the app, then in the SQL editor: update public.profiles set is_admin = true where id = (select id from auth.users where email = '<your email>');",
  }
}

/** Returns whether visitors may read the directory, or null if the project does not respond. */
export async function isDirectoryLive(project: Project): Promise<boolean | null> {
  const { status, text } = await call(project, '/rest/v1/rpc/is_directory_live')
  return status === 200 ? text.trim() === 'true' : null
}

/** Checks that the pages and the database agree on whether the directory is live. */
async function examineDirectory(project: Project): Promise<Finding> {
  const what = 'directory'
  const isLive = await isDirectoryLive(project)
  if (isLive === null) return { what, isFine: false, advice: pushMigrations }
  const built = project.directory === 'live' ? 'live' : 'closed'
  const found = isLive ? 'live' : 'closed'
  const advice = `It is ${found} in the database but ${built} in the pages. Run npm run deploy with --directory live or closed.`
  return { what, isFine: found === built, advice }
}

/** Returns one line for each finding: ok, MISSING or unknown. */
export function report(findings: readonly Finding[]): string {
  return findings
    .map(({ what, isFine, advice }) => {
      if (isFine) return `ok       ${what}`
      return `${isFine === null ? 'unknown' : 'MISSING'}  ${what}: ${advice ?? ''}`
    })
    .join('\n')
}
