import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'

export interface DeployOptions {
  projectRef: string
  siteUrl: string
  /** 'live' or 'closed'. By default, the directory does not change. */
  directory?: string | undefined
  /** Whether to build and upload the pages without changing the project. */
  onlyPages?: boolean | undefined
  /** A shell command that uploads dist/. */
  upload?: string | undefined
}

export interface Step {
  title: string
  /** The program and its arguments. No shell interprets them. */
  command: string[]
}

/** Returns a message about the first invalid option, or null. */
export function validateOptions({
  projectRef,
  siteUrl,
  directory,
  onlyPages,
}: Partial<DeployOptions>): string | null {
  if (!projectRef || !/^[a-z]{20}$/.test(projectRef)) {
    return 'Missing or invalid: --project-ref <the 20 letters in the URL of the dashboard>'
  }
  if (!siteUrl || !URL.canParse(siteUrl) || new URL(siteUrl).protocol !== 'https:') {
    return 'Missing or invalid: --site https://app.example.com'
  }
  if (directory !== undefined && directory !== 'live' && directory !== 'closed') {
    return 'Invalid: --directory must be live or closed'
  }
  if (onlyPages && directory !== undefined) {
    return 'Invalid: --pages does not change --directory'
  }
  return null
}

/**
 * Returns the first steps: the schema before the functions that use it, and both before the pages that call them.
 * The pages of the previous release keep working.
 *
 * @param configFolder contains supabase/config.toml for this project
 */
export function projectSteps({ projectRef }: DeployOptions, configFolder: string): Step[] {
  const supabase = (...args: string[]) => ['npx', 'supabase', ...args, `--remote=${projectRef}`]
  return [
    { title: 'Push the migrations', command: [...supabase('db', 'push'), '--yes'] },
    { title: 'Deploy the functions', command: supabase('functions', 'deploy', '--use-api') },
    {
      title: 'Push the settings',
      command: [...supabase('config', 'push'), '--workdir', configFolder, '--yes'],
    },
  ]
}

/** Returns the step that runs an SQL file on the project. */
export function sqlStep(title: string, { projectRef }: DeployOptions, file: string): Step {
  return {
    title,
    command: ['npx', 'supabase', 'db', 'query', '--file', file, `--remote=${projectRef}`, '--yes'],
  }
}

/** Returns SQL that opens or closes the directory. */
export const directorySql = (directory: string): string =>
  `update private.settings set directory_live = ${directory === 'live'} where only_row;\n`

/**
 * Returns the step that sets the secrets of the functions.
 *
 * @param file path of the text from `functionSecrets`
 */
export function secretsStep({ projectRef }: DeployOptions, file: string): Step {
  const set = ['npx', 'supabase', 'secrets', 'set', '--env-file', file]
  return {
    title:
      'Set the secrets of the functions: the URLs of the site and the SMTP server, and what signs links',
    command: [...set, `--remote=${projectRef}`, '--yes'],
  }
}

/** Returns the command that lists the secrets of the functions, with digests instead of values. */
export function secretNamesCommand({ projectRef }: DeployOptions): string[] {
  return ['npx', 'supabase', 'secrets', 'list', `--remote=${projectRef}`, '--output', 'json']
}

/**
 * Returns the text of the secrets file, in lines of `NAME='value'`. Secrets that are not set keep their value, and the
 * first deployment creates the one that signs the links in emails.
 *
 * @param existing the output of `secretNamesCommand`
 * @throws if the format cannot represent a value
 */
export function functionSecrets(
  { siteUrl }: DeployOptions,
  { SMTP_URL, MAIL_FROM, LINK_SECRETS }: Record<string, string | undefined>,
  existing: string,
): string {
  const secrets = {
    SITE_URL: new URL(siteUrl).origin,
    SMTP_URL,
    MAIL_FROM,
    LINK_SECRETS:
      LINK_SECRETS || existing.includes('"LINK_SECRETS"')
        ? LINK_SECRETS
        : randomBytes(32).toString('hex'),
  }
  return Object.entries(secrets)
    .filter(([, value]) => value)
    .map(([name, value = '']) => {
      if (/['\r\n]/.test(value))
        throw new Error(`${name} contains a quote or line break. Write a quote as %27.`)
      return `${name}='${value}'\n`
    })
    .join('')
}

/** Returns the command that prints the keys of the project as JSON. */
export function keysCommand({ projectRef }: DeployOptions): string[] {
  return ['npx', 'supabase', 'projects', 'api-keys', `--remote=${projectRef}`, '--output', 'json']
}

const keys = z.array(
  z.object({ name: z.string(), api_key: z.nullish(z.string()), type: z.nullish(z.string()) }),
)

/**
 * Returns the publishable key, or else the legacy anon key, because older projects may have no other.
 *
 * @param output of `keysCommand`
 * @throws if the project has neither
 */
export function readPublishableKey(output: string): string {
  const found = keys.parse(JSON.parse(output))
  const key =
    found.find(({ type }) => type === 'publishable') ?? found.find(({ name }) => name === 'anon')
  if (!key?.api_key)
    throw new Error('The project has no publishable key. Create one in its settings.')
  return key.api_key
}
