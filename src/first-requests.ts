import { readObject } from './lib/browser-storage.ts'
import { getPagePath, isPrerendered } from './lib/prerendered.ts'
import { readProperty } from './lib/read-property.ts'
import {
  detailColumns,
  listColumns,
  toFilterArguments,
  toPageArguments,
} from './routes/directory/directory-arguments.ts'
import { readView } from './routes/directory/directory-view.ts'
import {
  adminColumns,
  firstAdminPage,
  ownCommunityColumns,
  ownProfileColumns,
} from './supabase/columns.ts'
import {
  appHeaders,
  refreshMargin,
  sessionStorageKey,
  supabaseKey,
  supabaseUrl,
} from './supabase/config.ts'
import { keyOf } from './supabase/fetch-first.ts'

/*
 * Requests the rows that a page shows first, while the app's code is still loading. The data clients take the responses
 * instead of sending the same requests again; tests/e2e/first-rows.spec.ts fails if they send them twice.
 */

const isDirectoryLive = import.meta.env.VITE_DIRECTORY === 'live'

/** The screen sends a failed request again, and reports if that fails, too. */
const ignore = () => undefined

/** Sends the first requests of the page at the current URL. */
export function sendFirstRequests(): void {
  const path = getPagePath(window.location.pathname)
  const session = readSession()
  if (isDirectoryLive && path === '/communities' && !isPrerendered()) requestDirectory()
  if (session && path === '/profile') requestOwnRows(session)
  if (session && path === '/admin') requestAdminRows(session).catch(ignore)
}

function requestDirectory(): void {
  const { community, sort, ...filter } = readView(new URLSearchParams(window.location.search))
  if (community) {
    void request('rpc/get_directory_community', { community_id: community, select: detailColumns })
  } else {
    const list = toPageArguments(filter, sort)
    void request('rpc/search_directory', { ...list, select: listColumns })
    void request('rpc/count_directory', toFilterArguments(filter))
  }
}

function requestOwnRows({ userId, authorization }: Session): void {
  void requestProfile({ userId, authorization })
  const select = withoutSpaces(ownCommunityColumns)
  const rows = { select, owner_id: `eq.${userId}`, order: 'created_at.desc' }
  void request('communities', rows, { authorization })
}

/** The database refuses the second request unless the user is an admin. */
async function requestAdminRows({ userId, authorization }: Session): Promise<void> {
  const profile = await requestProfile({ userId, authorization })
  const [row]: unknown[] = await profile.clone().json()
  if (!readProperty(row, 'is_admin') || window.location.search) return
  const select = withoutSpaces(adminColumns)
  void request(
    'rpc/list_communities',
    { select },
    { authorization, body: JSON.stringify(firstAdminPage) },
  )
}

const requestProfile = ({ userId, authorization }: Session) =>
  request(
    'profiles',
    { select: withoutSpaces(ownProfileColumns), id: `eq.${userId}` },
    { authorization },
  )

type Session = { userId: string; authorization: string }

/** Returns the stored session, unless the client has to refresh it first. */
function readSession(): Session | null {
  const session = readObject(sessionStorageKey)
  const userId = readProperty(readProperty(session, 'user'), 'id')
  const token = readProperty(session, 'access_token')
  const isFresh = Number(readProperty(session, 'expires_at')) > Date.now() / 1000 + refreshMargin
  if (!isFresh || typeof userId !== 'string' || typeof token !== 'string') return null
  return { userId, authorization: `Bearer ${token}` }
}

/** The clients leave them out, too. */
const withoutSpaces = (columns: string) => columns.replaceAll(' ', '')

type Options = { authorization?: string; body?: string }

function request(
  path: string,
  parameters: Record<string, string | number>,
  { authorization, body }: Options = {},
): Promise<Response> {
  const target = new URL(`${supabaseUrl}/rest/v1/${path}`)
  for (const [name, value] of Object.entries(parameters))
    target.searchParams.append(name, String(value))
  const url = target.href
  const response = fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...appHeaders,
      apikey: supabaseKey,
      ...(authorization && { Authorization: authorization }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body }),
  })
  response.catch(ignore)
  globalThis.firstResponses ??= new Map()
  globalThis.firstResponses.set(keyOf(url, body), {
    authorization: authorization ?? null,
    response,
  })
  return response
}
