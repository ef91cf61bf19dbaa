import { ownCommunityColumns } from '../../features/community/own-community-queries.ts'
import {
  detailColumns,
  listColumns,
  pageArguments,
  pageSize,
  readView,
  searchArguments,
  sortOf,
} from '../../features/directory/directory-view.ts'
import { queueColumns } from '../../features/moderation/queue/queue-columns.ts'
import { ownProfileColumns } from '../../features/session/profile.ts'
import { getPagePath, isPrerendered } from '../../lib/prerendered.ts'
import { isUuid } from '../../lib/uuid.ts'
import { readEarly } from '../../supabase/service-fetch.ts'
import { readStoredSession } from '../../supabase/stored-session.ts'

/**
 * Requests the rows that the page at the current URL shows first. Called by the inline script. The queries of the app send
 * the same requests and get these responses; tests fail if the two differ.
 */
export function sendEarlyRequests(): void {
  const path = getPagePath(window.location.pathname)
  if (import.meta.env.VITE_DIRECTORY === 'live' && path === '/communities' && !isPrerendered())
    requestView()
  const session = readStoredSession()
  // A session that has to be refreshed or completed with a code requests its rows afterwards.
  if (!session?.isFresh || session.needsCode) return
  const { userId, token, isAtAal2 } = session
  if (path === '/profile' || path === '/admin')
    readEarly('profiles', { select: ownProfileColumns, id: `eq.${userId}` }, token)
  if (path === '/admin' && !isAtAal2) readEarly('rpc/get_my_role', {}, token)
  // Without parameters, the queue opens if something waits.
  if (path === '/admin' && /^(\?view=queue)?$/.test(window.location.search)) {
    const first = { search: '', sort: 'urgent', page_size: 50 }
    readEarly('rpc/list_review_queue', { select: queueColumns, ...openQuestions }, token, first)
  }
  if (path === '/profile') {
    const owned = {
      select: ownCommunityColumns,
      owner_id: `eq.${userId}`,
      order: 'created_at.desc',
    }
    readEarly('communities', owned, token)
    readEarly('rpc/list_my_communities', { ...owned, owner_id: `neq.${userId}` }, token)
  }
}

/** As in src/features/moderation/queue/queue.ts. */
const openQuestions = {
  'community_reports.resolved_at': 'is.null',
  'appeals.closed_at': 'is.null',
  'claims.outcome': 'is.null',
  'claims.review_from': 'lte.now',
  'claims.order': 'review_from.asc',
  'community_reports.order': 'created_at.desc',
  'admin_notes.order': 'created_at.desc',
}

function requestView(): void {
  const { community, saved, sort, ...filter } = readView(
    new URLSearchParams(window.location.search),
  )
  if (saved) return
  if (community) {
    if (isUuid(community))
      readEarly('rpc/get_directory_community', { community_id: community, select: detailColumns })
  } else {
    const list = pageArguments({ filter, sort: sortOf({ ...filter, sort }), pageSize })
    readEarly('rpc/search_directory', { ...list, select: listColumns })
    readEarly('rpc/count_directory', searchArguments(filter))
  }
}
