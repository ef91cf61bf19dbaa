/*
 * Deploys to a hosted project: migrations, functions, settings, then the pages.
 *   npm run deploy -- --project-ref <ref> --site https://app.example.com [--directory live|closed]
 *     [--pages] [--upload "<command>"] [--dry-run]
 * `--pages` only builds and uploads the pages, with the communities as they are now.
 * Sign in first with `npx supabase login`, or set SUPABASE_ACCESS_TOKEN. SUPABASE_SECRET_KEY is needed for the scheduled
 * calls: emails, link checks and unused images. SMTP_URL and MAIL_FROM configure the emails, LINK_SECRETS their links.
 * docs/deployment.md lists the variables for Google, Apple and the captcha.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadEnv } from 'vite'
import { examine, isDirectoryLive, report } from '../doctor/examine.ts'
import { hostedConfig } from './hosted-config.ts'
import {
  directorySql,
  functionSecrets,
  keysCommand,
  projectSteps,
  readPublishableKey,
  secretNamesCommand,
  secretsStep,
  sqlStep,
  validateOptions,
  type DeployOptions,
  type Step,
} from './plan.ts'
import { callsSql, statementsSql } from './schedule.ts'

const { values } = parseArgs({
  options: {
    'project-ref': { type: 'string' },
    site: { type: 'string' },
    directory: { type: 'string' },
    pages: { type: 'boolean' },
    upload: { type: 'string' },
    'dry-run': { type: 'boolean' },
  },
})
const options: DeployOptions = {
  projectRef: values['project-ref'] ?? '',
  siteUrl: values.site ?? '',
  directory: values.directory,
  onlyPages: values.pages,
  upload: values.upload,
}
const problem = validateOptions(options)
if (problem) {
  console.error(problem)
  process.exit(2)
}

const url = `https://${options.projectRef}.supabase.co`
/** What the build takes from the environment and .env.local. */
const site = loadEnv('production', process.cwd(), 'VITE_CAPTCHA_')
const secretKey = process.env['SUPABASE_SECRET_KEY']
if (!options.onlyPages) configureProject()
const key = values['dry-run']
  ? '<publishable key>'
  : readPublishableKey(readOutput(keysCommand(options)))
const directory = options.directory ?? (await readDirectory())
const buildStep = { title: 'Build the pages', command: ['npm', 'run', 'build'] }
runStep(buildStep, {
  VITE_SUPABASE_URL: url,
  VITE_SUPABASE_PUBLISHABLE_KEY: key,
  VITE_SITE_URL: options.siteUrl,
  VITE_DIRECTORY: directory,
})
if (options.upload) runStep({ title: 'Upload the pages', command: ['sh', '-c', options.upload] })
else console.info('\nUpload dist/ to your static host, then open the app and create your account.')

if (!values['dry-run'] && !options.onlyPages) {
  console.info('\nState of the project:')
  console.info(
    report(
      await examine({
        url,
        publishableKey: key,
        secretKey,
        accessToken: process.env['SUPABASE_ACCESS_TOKEN'],
        siteUrl: options.siteUrl,
        directory,
        captcha: site['VITE_CAPTCHA_PROVIDER'],
      }),
    ),
  )
}

/** Pushes everything except for the pages. */
function configureProject() {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'supabase'))
  // The settings refer to the functions and to the emails of the auth service.
  for (const name of ['functions', 'templates']) {
    cpSync(`supabase/${name}`, join(folder, `supabase/${name}`), { recursive: true })
  }
  writeFileSync(
    join(folder, 'supabase/config.toml'),
    hostedConfig(
      readFileSync('supabase/config.toml', 'utf8'),
      options.projectRef,
      options.siteUrl,
      { ...process.env, ...site },
    ),
  )

  for (const step of projectSteps(options, folder)) runStep(step)
  const secrets = join(folder, 'secrets.env')
  const existing = values['dry-run'] ? '' : readOutput(secretNamesCommand(options))
  writeFileSync(secrets, functionSecrets(options, process.env, existing), { mode: 0o600 })
  runStep(secretsStep(options, secrets))
  const runSql = (title: string, sql: string) => {
    const file = join(folder, 'statements.sql')
    // In a file that others cannot read: process lists show arguments, and it may contain the secret key.
    writeFileSync(file, sql, { mode: 0o600 })
    runStep(sqlStep(title, options, file))
  }
  if (options.directory) {
    runSql(`Set the directory: ${options.directory}`, directorySql(options.directory))
  }
  runSql('Schedule the jobs of the database', statementsSql())
  const scheduling = 'Schedule emails, link checks and the deletion of unused images'
  if (secretKey) runSql(scheduling, callsSql(url, secretKey))
  else console.info(`\n${scheduling}\n  Skipped: SUPABASE_SECRET_KEY is not set.`)
}

/** Returns whether the project's directory is live: the pages must be built to match. */
async function readDirectory() {
  if (values['dry-run']) return '<unchanged>'
  const isLive = await isDirectoryLive({ url, publishableKey: key })
  if (isLive !== null) return isLive ? 'live' : 'closed'
  console.error('Could not read whether the directory is live. Set --directory.')
  process.exit(1)
}

/** Prints a step and runs it, unless this is a dry run. Exits if it fails. */
function runStep({ title, command }: Step, env: Record<string, string> = {}) {
  const shown = [...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...command]
  console.info(`\n${title}\n  ${shown.join(' ')}`)
  if (values['dry-run']) return
  const [program = '', ...args] = command
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status === 0) return
  console.error(
    `\n"${title}" failed. Fix the problem and deploy again: repeating the earlier steps is safe.`,
  )
  process.exit(1)
}

function readOutput([program = '', ...args]: string[]): string {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' })
  if (status === 0) return stdout
  console.error('Could not read the keys and secrets of the project.')
  process.exit(1)
}
