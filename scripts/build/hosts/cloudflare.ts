import { newCommunity } from './rules.ts'

/**
 * Returns `_worker.js`, which Cloudflare Pages runs for what `_routes.json` names. A rule in `_redirects` would also
 * apply to pages that exist.
 */
export const renderWorker =
  (): string => `const newCommunity = new RegExp('${newCommunity.path}', 'i')

export default {
  async fetch(request, env) {
    const page = await env.ASSETS.fetch(request)
    const url = new URL(request.url)
    if (page.status !== 404 || !newCommunity.test(url.pathname)) return page
    const app = await env.ASSETS.fetch(new Request(new URL('/community', url), request))
    return app.ok ? app : page
  },
}
`

export const renderRoutes = (): string =>
  JSON.stringify({ version: 1, include: ['/communities/*'], exclude: ['/communities/feed.xml'] })
