import { setTimeout } from 'node:timers/promises'

/** A Supabase project, with the keys to examine it. */
export interface Project {
  /** Origin of the project, such as `https://<ref>.supabase.co`. */
  url: string
  publishableKey: string
  /** Without it, checks that need a server's permissions are skipped. */
  secretKey?: string | undefined
  /** Token of an account that may read the project's settings. Without it, the checks in management.ts are skipped. */
  accessToken?: string | undefined
  /** URL of the app. Without it, redirects are not checked. */
  siteUrl?: string | undefined
  /** `VITE_DIRECTORY` of the build. Closed unless it is 'live'. */
  directory?: string | undefined
  /** `VITE_CAPTCHA_PROVIDER` of the build. */
  captcha?: string | undefined
}

/** Advice if a part of the database is missing. */
export const pushMigrations = 'Push the migrations: npx supabase db push --remote=<ref>'

/** Advice if a setting of the auth service is missing. */
export const pushConfig = 'Push the settings: npm run deploy, or supabase/config.toml by hand.'

/** The result of one check. */
export interface Finding {
  /** The name of the check. */
  what: string
  /** Null if it could not be checked. */
  isFine: boolean | null
  /** How to fix it. */
  advice?: string
}

interface CallOptions {
  method?: string
  key?: string | undefined
  headers?: Record<string, string>
  body?: object
}

interface CallResult {
  /** 0 if there was no response. */
  status: number
  headers: Headers
  text: string
  /** The error code of the REST service. */
  code: string
}

/** Errors of a REST service that has not loaded a function, table or column, or is loading them. */
const unknownCodes = ['PGRST202', 'PGRST204', 'PGRST205', 'PGRST002']

/**
 * Calls the project. Never rejects, and does not follow redirects. For five seconds, retries errors about unknown
 * functions, tables and columns: the REST service loads them a moment after a migration.
 */
export async function call(
  project: Project,
  path: string,
  options: CallOptions = {},
): Promise<CallResult> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await callOnce(project, path, options)
    if (!unknownCodes.includes(result.code) || attempt === 10) return result
    await setTimeout(500)
  }
}

async function callOnce(
  project: Project,
  path: string,
  { method = 'GET', key = project.publishableKey, headers = {}, body }: CallOptions,
): Promise<CallResult> {
  try {
    const response = await fetch(new URL(path, project.url), {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
      headers: {
        apikey: key,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, code: readCode(text) }
  } catch (error) {
    return { status: 0, headers: new Headers(), text: String(error), code: '' }
  }
}

/** Parses a JSON object. Returns an empty object for anything else. */
export function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const readCode = (text: string) => String(Reflect.get(parseObject(text), 'code') ?? '')
