/*
 * Brings everything to a hosted project: migrations, functions, settings, then the pages.
 *   npm run deploy -- --project-ref <ref> --site https://app.example.com [--directory live|closed]
 *     [--upload "<command>"] [--dry-run]
 * Sign in first with `npx supabase login`, or set SUPABASE_ACCESS_TOKEN. With SUPABASE_SECRET_KEY the project
 * also does by itself what is done regularly: unused images, invite links, mails. SMTP_URL and MAIL_FROM say
 * over which server the mails go, and from which address.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { examine, isDirectoryLive, report } from '../doctor/examine.ts'
import { hostedConfig } from './hosted-config.ts'
import {
  directorySql,
  functionSecrets,
  keysCommand,
  problemWith,
  projectSteps,
  publishableKey,
  secretsStep,
  sqlStep,
  type Wishes,
} from './plan.ts'
import { scheduleSql } from './schedule.ts'

const { values } = parseArgs({
  options: {
    'project-ref': { type: 'string' },
    site: { type: 'string' },
    directory: { type: 'string' },
    upload: { type: 'string' },
    'dry-run': { type: 'boolean' },
  },
})
const wishes: Wishes = {
  projectRef: values['project-ref'] ?? '',
  siteUrl: values.site ?? '',
  directory: values.directory,
  upload: values.upload,
}
const problem = problemWith(wishes)
if (problem) {
  console.error(problem)
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'deploy-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'supabase'))
// The settings name the functions, which have to be there.
cpSync('supabase/functions', join(folder, 'supabase/functions'), { recursive: true })
writeFileSync(
  join(folder, 'supabase/config.toml'),
  hostedConfig(readFileSync('supabase/config.toml', 'utf8'), wishes.projectRef, wishes.siteUrl),
)

for (const { what, command } of projectSteps(wishes, folder)) perform(what, command)
const secrets = secretsStep(wishes, join(folder, 'secrets.env'))
const { SMTP_URL, MAIL_FROM } = process.env
writeFileSync(join(folder, 'secrets.env'), functionSecrets(wishes, { SMTP_URL, MAIL_FROM }), {
  mode: 0o600,
})
perform(secrets.what, secrets.command)
const url = `https://${wishes.projectRef}.supabase.co`
const secretKey = process.env['SUPABASE_SECRET_KEY']
if (wishes.directory) {
  const file = join(folder, 'directory.sql')
  writeFileSync(file, directorySql(wishes.directory))
  const { what, command } = sqlStep(`Set the directory: ${wishes.directory}`, wishes, file)
  perform(what, command)
}
const scheduling = sqlStep(
  'Schedule what is done regularly: unused images, invite links, mails',
  wishes,
  join(folder, 'schedule.sql'),
)
if (secretKey) {
  // In a file, where no list of processes shows the key.
  writeFileSync(join(folder, 'schedule.sql'), scheduleSql(url, secretKey), { mode: 0o600 })
  perform(scheduling.what, scheduling.command)
} else {
  console.info(
    `\n${scheduling.what}\n  Left out: it takes SUPABASE_SECRET_KEY, which the project keeps.`,
  )
}
const key = values['dry-run'] ? '<publishable key>' : publishableKey(read(keysCommand(wishes)))
const directory = wishes.directory ?? (await readDirectory())
perform('Build the pages', ['npm', 'run', 'build'], {
  VITE_SUPABASE_URL: url,
  VITE_SUPABASE_PUBLISHABLE_KEY: key,
  VITE_SITE_URL: wishes.siteUrl,
  VITE_DIRECTORY: directory,
})
if (wishes.upload) perform('Upload the pages', ['sh', '-c', wishes.upload])
else console.info('\nUpload dist/ to your static host, then open the app and create your account.')

if (!values['dry-run']) {
  console.info('\nWhat the project has now:')
  console.info(
    report(
      await examine({
        url,
        publishableKey: key,
        secretKey,
        accessToken: process.env['SUPABASE_ACCESS_TOKEN'],
        siteUrl: wishes.siteUrl,
        directory,
      }),
    ),
  )
}

/** Whether the project's directory is live: the pages are built for what is there. */
async function readDirectory() {
  if (values['dry-run']) return '<as it is>'
  const isLive = await isDirectoryLive({ url, publishableKey: key })
  if (isLive !== null) return isLive ? 'live' : 'closed'
  console.error('The project does not say whether its directory is live: give --directory.')
  process.exit(1)
}

/** Runs a step, or only says it; ends everything when it fails. */
function perform(what: string, command: string[], env: Record<string, string> = {}) {
  const shown = [...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...command]
  console.info(`\n${what}\n  ${shown.join(' ')}`)
  if (values['dry-run']) return
  const [program = '', ...args] = command
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status === 0) return
  console.error(`\n"${what}" did not work. Fix it and run this again: what is done stays done.`)
  process.exit(1)
}

function read([program = '', ...args]: string[]): string {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' })
  if (status === 0) return stdout
  console.error('The keys of the project could not be read.')
  process.exit(1)
}
