import { examineDatabase } from './database.ts'
import { ask, type Finding, type Project, pushMigrations } from './project.ts'
import {
  examineAuth,
  examineBucket,
  examineCors,
  examineFunctions,
  examineOutbox,
  examineSchedule,
} from './services.ts'

/**
 * Looks at everything that the app needs of a project. It only reads: the writes it tries are such as
 * must be refused.
 */
export async function examine(project: Project): Promise<Finding[]> {
  const auth = await examineAuth(project)
  // Without the right address and key, everything else would be missing too.
  if (auth.length === 1) return auth
  const rest = await Promise.all([
    examineDatabase(project),
    examineBucket(project),
    examineFunctions(project),
    examineCors(project, '/rest/v1/profiles', 'GET', 'CORS of the database').then((one) => [one]),
    examineFirstAdmin(project).then((one) => [one]),
    examineSchedule(project).then((one) => [one]),
    examineOutbox(project),
    examineDirectory(project).then((one) => [one]),
  ])
  return [...auth, ...rest.flat()]
}

async function examineFirstAdmin(project: Project): Promise<Finding> {
  const what = 'first admin'
  if (!project.secretKey) return { what, isFine: null, advice: 'Give the secret key.' }
  const { status, text } = await ask(
    project,
    '/rest/v1/profiles?select=id&is_admin=eq.true&limit=1',
    { key: project.secretKey },
  )
  if (status !== 200) {
    return { what, isFine: null, advice: `The secret key was answered with ${status}.` }
  }
  return {
    what,
    isFine: text.includes('"id"'),
    advice:
      // A profile's address is whatever its owner wrote there; the one signed in with is not.
      "Create your account in the app, then in the SQL editor: update public.profiles set is_admin = true where id = (select id from auth.users where email = '<yours>');",
  }
}

/** Whether visitors may read the project's directory; null when it does not say. */
export async function isDirectoryLive(project: Project): Promise<boolean | null> {
  const { status, text } = await ask(project, '/rest/v1/rpc/is_directory_live')
  return status === 200 ? text.trim() === 'true' : null
}

/** Pages of an open directory on a closed database are empty; the other way round, nobody finds it. */
async function examineDirectory(project: Project): Promise<Finding> {
  const what = 'directory, as the pages are built for it'
  const isLive = await isDirectoryLive(project)
  if (isLive === null) return { what, isFine: false, advice: pushMigrations }
  const built = project.directory === 'live' ? 'live' : 'closed'
  const found = isLive ? 'live' : 'closed'
  const advice = `It is ${found} in the database and ${built} in the pages: npm run deploy -- --directory live, or --directory closed.`
  return { what, isFine: found === built, advice }
}

/** A line for each finding: fine, missing or not checked. */
export function report(findings: readonly Finding[]): string {
  return findings
    .map(({ what, isFine, advice }) => {
      if (isFine) return `ok       ${what}`
      return `${isFine === null ? 'unknown' : 'MISSING'}  ${what}: ${advice ?? ''}`
    })
    .join('\n')
}
