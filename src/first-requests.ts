import { getPagePath, isPrerendered } from './lib/prerendered.ts'
import { readProperty } from './lib/read-property.ts'
import { isUuid } from './lib/uuid.ts'
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
import { appHeaders, supabaseKey, supabaseUrl } from './supabase/config.ts'
import { keyOf } from './supabase/fetch-first.ts'
import { readStoredSession, type StoredSession } from './supabase/stored-session.ts'

/*
 * Requests the rows that a page shows first, while the app's code is still loading. The data clients take the responses
 * instead of sending the same requests again; tests/e2e/first-rows.slow.spec.ts fails if they send them twice.
 */

const isDirectoryLive = import.meta.env.VITE_DIRECTORY === 'live'

/** The screen sends a request again that got no response. */
const ignore = () => undefined

/** Sends the first requests of the page at the current URL. */
export function sendFirstRequests(): void {
  const path = getPagePath(window.location.pathname)
  const session = readSession()
  if (isDirectoryLive && path === '/communities' && !isPrerendered()) {
    requestDirectory()
    // Safari has no requestIdleCallback.
    globalThis.requestIdleCallback?.(loadLanguageNames)
  }
  if (session && path === '/profile') requestOwnRows(session)
  if (session && path === '/admin') requestAdminRows(session).catch(ignore)
}

function requestDirectory(): void {
  const { community, sort, ...filter } = readView(new URLSearchParams(window.location.search))
  if (community) {
    if (!isUuid(community)) return
    void request('rpc/get_directory_community', { community_id: community, select: detailColumns })
  } else {
    const list = toPageArguments(filter, sort)
    void request('rpc/search_directory', { ...list, select: listColumns })
    void request('rpc/count_directory', toFilterArguments(filter))
  }
}

function requestOwnRows(session: StoredSession): void {
  void requestProfile(session)
  const select = withoutSpaces(ownCommunityColumns)
  const rows = { select, owner_id: `eq.${session.userId}`, order: 'created_at.desc' }
  void request('communities', rows, session)
}

/** Makes the browser load the names that the cards show, which takes a slow phone 70 ms, before the app needs them. */
function loadLanguageNames(): void {
  new Intl.DisplayNames(['en'], { type: 'language' }).of('en')
}

/** The database refuses the others unless the user is an admin, with a second factor if the project requires it. */
async function requestAdminRows(session: StoredSession): Promise<void> {
  const profile = await requestProfile(session)
  const [row]: unknown[] = await profile.clone().json()
  if (!readProperty(row, 'is_admin')) return
  if (!session.isAtAal2 && !(await request('rpc/get_my_role', {}, session, {})).ok) return
  if (window.location.search) return
  const select = withoutSpaces(adminColumns)
  void request('rpc/list_communities', { select }, session, firstAdminPage)
}

const requestProfile = (session: StoredSession) =>
  request(
    'profiles',
    { select: withoutSpaces(ownProfileColumns), id: `eq.${session.userId}` },
    session,
  )

/** Returns the session, unless it has to be refreshed or completed with a code first. */
function readSession(): StoredSession | null {
  const session = readStoredSession()
  return session?.isFresh && !session.needsCode ? session : null
}

/** postgrest-js removes them, and the URLs must match. */
const withoutSpaces = (columns: string) => columns.replaceAll(' ', '')

/** Posts the body, if there is one. */
function request(
  path: string,
  parameters: Record<string, string | number>,
  session: StoredSession | null = null,
  body: object | null = null,
): Promise<Response> {
  const target = new URL(`${supabaseUrl}/rest/v1/${path}`)
  for (const [name, value] of Object.entries(parameters))
    target.searchParams.append(name, String(value))
  const url = target.href
  const authorization = session && `Bearer ${session.token}`
  const init = {
    method: body ? 'POST' : 'GET',
    headers: {
      ...appHeaders,
      apikey: supabaseKey,
      ...(authorization && { Authorization: authorization }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }
  const response = fetch(url, init)
  response.catch(ignore)
  globalThis.firstResponses ??= new Map()
  globalThis.firstResponses.set(keyOf(url, init), { authorization, sentAt: Date.now(), response })
  return response
}
