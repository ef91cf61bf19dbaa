import * as z from 'zod/mini'

export interface Wishes {
  projectRef: string
  siteUrl: string
  /** Whether visitors may read the directory; without it, that stays as it is. */
  directory?: string | undefined
  /** A command that uploads dist/; without it the upload is left to the reader. */
  upload?: string | undefined
}

export interface Step {
  what: string
  /** The command with its arguments, none of which is read by a shell. */
  command: string[]
}

/** @returns what is wrong with the wishes, in words to act on, or null */
export function problemWith({ projectRef, siteUrl, directory }: Partial<Wishes>): string | null {
  if (!projectRef || !/^[a-z]{20}$/.test(projectRef)) {
    return 'Name the project: --project-ref <the 20 letters in its dashboard address>'
  }
  if (!siteUrl || !URL.canParse(siteUrl) || new URL(siteUrl).protocol !== 'https:') {
    return 'Say where people will open the app: --site https://app.example.com'
  }
  if (directory !== undefined && directory !== 'live' && directory !== 'closed') {
    return 'Say whether visitors may read the directory: --directory live, or --directory closed'
  }
  return null
}

/**
 * What is done to the project, in this order: the schema before the functions that use it, and both
 * before the pages that call them, so that the pages of the previous release keep working meanwhile.
 *
 * @param configFolder holds supabase/config.toml as it is to be on this project
 */
export function projectSteps({ projectRef }: Wishes, configFolder: string): Step[] {
  const supabase = (...words: string[]) => ['npx', 'supabase', ...words, `--remote=${projectRef}`]
  return [
    { what: 'Push the migrations', command: [...supabase('db', 'push'), '--yes'] },
    { what: 'Deploy the functions', command: supabase('functions', 'deploy', '--use-api') },
    {
      what: 'Push the settings',
      command: [...supabase('config', 'push'), '--workdir', configFolder, '--yes'],
    },
  ]
}

/** Runs a file of SQL on the project. */
export function sqlStep(what: string, { projectRef }: Wishes, file: string): Step {
  return {
    what,
    command: ['npx', 'supabase', 'db', 'query', '--file', file, `--remote=${projectRef}`, '--yes'],
  }
}

/** SQL that opens the directory to visitors, or closes it. */
export const directorySql = (directory: string): string =>
  `update private.settings set directory_live = ${directory === 'live'} where only_row;\n`

/** Tells the functions what they send mails with. @param file holds a line for each: `NAME='value'` */
export function secretsStep({ projectRef }: Wishes, file: string): Step {
  const set = ['npx', 'supabase', 'secrets', 'set', '--env-file', file]
  return {
    what: 'Set the addresses of the site and of the mail server for the functions',
    command: [...set, `--remote=${projectRef}`, '--yes'],
  }
}

/**
 * The file of that step. What the environment does not name, the project keeps as it is.
 *
 * @throws when a value could not be read back from it
 */
export function functionSecrets(
  { siteUrl }: Wishes,
  { SMTP_URL, MAIL_FROM }: { SMTP_URL?: string | undefined; MAIL_FROM?: string | undefined },
): string {
  const secrets = { SITE_URL: new URL(siteUrl).origin, SMTP_URL, MAIL_FROM }
  return Object.entries(secrets)
    .filter(([, value]) => value)
    .map(([name, value = '']) => {
      if (/['\r\n]/.test(value)) throw new Error(`${name} has a quote in it: write it as %27.`)
      return `${name}='${value}'\n`
    })
    .join('')
}

/** Lists the keys of the project as JSON. */
export function keysCommand({ projectRef }: Wishes): string[] {
  return ['npx', 'supabase', 'projects', 'api-keys', `--remote=${projectRef}`, '--output', 'json']
}

const keys = z.array(
  z.object({ name: z.string(), api_key: z.nullish(z.string()), type: z.nullish(z.string()) }),
)

/** The key meant for browsers: the publishable one, else the legacy one. @throws when there is none */
export function publishableKey(answer: string): string {
  const found = keys.parse(JSON.parse(answer))
  const key =
    found.find(({ type }) => type === 'publishable') ?? found.find(({ name }) => name === 'anon')
  if (!key?.api_key)
    throw new Error('The project has no publishable key yet: make one in its settings.')
  return key.api_key
}
