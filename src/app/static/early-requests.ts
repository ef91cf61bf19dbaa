import { getPagePath, isPrerendered } from '../../lib/prerendered.ts'
import { isUuid } from '../../lib/uuid.ts'
import {
  communityRequest,
  countsRequest,
  listRequest,
  pageSize,
} from '../../features/directory/directory-requests.ts'
import { readView, sortOf } from '../../features/directory/directory-view.ts'
import {
  coOwnedCommunitiesRequest,
  ownCommunitiesRequest,
} from '../../features/community/own-communities.ts'
import { profileRequest, roleRequest } from '../../features/session/profile.ts'
import { requestEarly } from '../../supabase/first-rows.ts'
import { readStoredSession } from '../../supabase/stored-session.ts'

/** Requests the rows that the page at the current URL shows first. Called by the inline script. */
export function sendEarlyRequests(): void {
  const path = getPagePath(window.location.pathname)
  if (import.meta.env.VITE_DIRECTORY === 'live' && path === '/communities' && !isPrerendered()) {
    requestView()
    // Safari has no requestIdleCallback.
    globalThis.requestIdleCallback?.(loadLanguageNames)
  }
  const session = readStoredSession()
  // A session that has to be refreshed or completed with a code requests its rows afterwards.
  if (!session?.isFresh || session.needsCode) return
  const { userId, token, isAtAal2 } = session
  if (path === '/profile' || path === '/admin') requestEarly(profileRequest(userId), token)
  if (path === '/admin' && !isAtAal2) requestEarly(roleRequest(userId), token)
  if (path === '/profile') {
    requestEarly(ownCommunitiesRequest(userId), token)
    requestEarly(coOwnedCommunitiesRequest(userId), token)
  }
}

function requestView(): void {
  const { community, sort, ...filter } = readView(new URLSearchParams(window.location.search))
  if (community) {
    if (isUuid(community)) requestEarly(communityRequest(community))
  } else {
    requestEarly(listRequest({ filter, sort: sortOf({ ...filter, sort }), pageSize }))
    requestEarly(countsRequest(filter))
  }
}

/** Makes the browser load the names that the cards show, which takes a slow phone 70 ms, before the app needs them. */
function loadLanguageNames(): void {
  new Intl.DisplayNames(['en'], { type: 'language' }).of('en')
}
