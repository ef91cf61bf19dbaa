/*
 * Cloudflare Pages runs this for what _routes.json names. A community newer than the build has no page yet: the app shows
 * it. Not a rule in _redirects, which Cloudflare would also apply to pages that exist. netlify.toml has the same rule.
 */
const newCommunity = /^\/communities\/[^/]*[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i

export default {
  async fetch(request, env) {
    const page = await env.ASSETS.fetch(request)
    if (page.status !== 404 || !newCommunity.test(new URL(request.url).pathname)) return page
    const app = await env.ASSETS.fetch(new URL('/community', request.url))
    return app.ok ? app : page
  },
}
