/** A Supabase project as somebody sees it who has nothing but its address and keys. */
export interface Project {
  /** Origin of the project, such as `https://<ref>.supabase.co`. */
  url: string
  publishableKey: string
  /** Without it, what only a server may see stays unchecked. */
  secretKey?: string | undefined
  /** Of an account that may see the project's settings; without it the SMTP server stays unchecked. */
  accessToken?: string | undefined
  /** Where people open the app; without it redirects and cross-origin calls stay unchecked. */
  siteUrl?: string | undefined
  /** What the pages are built for, `VITE_DIRECTORY`; closed unless it is 'live'. */
  directory?: string | undefined
}

/** What to do where something of the database is missing. */
export const pushMigrations = 'Push the migrations: npx supabase db push --remote=<ref>'

/** What one check found. */
export interface Finding {
  /** What was looked at, in a few words. */
  what: string
  /** Null when it could not be looked at. */
  isFine: boolean | null
  /** What to do about it. */
  advice?: string
}

interface Question {
  method?: string
  key?: string | undefined
  headers?: Record<string, string>
  body?: object
}

export interface Answer {
  /** 0 when nothing answered. */
  status: number
  headers: Headers
  text: string
  /** The code of an error, as the REST service gives it. */
  code: string
}

/** Asks the project; never rejects, and does not follow redirects. */
export async function ask(
  project: Project,
  path: string,
  question: Question = {},
): Promise<Answer> {
  const { method = 'GET', key = project.publishableKey, headers = {}, body } = question
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
    return { status: response.status, headers: response.headers, text, code: codeOf(text) }
  } catch (error) {
    return { status: 0, headers: new Headers(), text: String(error), code: '' }
  }
}

/** The object in an answer; an empty one when it is something else. */
export function objectIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const codeOf = (text: string) => String(Reflect.get(objectIn(text), 'code') ?? '')
