import type { SupabaseClient } from '@supabase/supabase-js'
import { readStart } from '../_shared/read-body.ts'
import { type LinkResult, readInvitePage, readPageText } from './read-invite-page.ts'

const timeLimit = 10_000
const sizeLimit = 512 * 1024
const maxRedirects = 5
const hosts = ['chat.whatsapp.com', 'whatsapp.com', 'www.whatsapp.com']

/** Opens the page of a community's invite link, and records the result. The name that a reviewer reads is the approved one. */
export async function checkLink(
  secret: SupabaseClient,
  communityId: string,
  link: string,
  { isReview = false } = {},
): Promise<LinkResult> {
  const result = await openInvitePage(link)
  const { error } = await secret.rpc('record_link_check', {
    community_id: communityId,
    link,
    answer: result.state,
    ...(result.state === 'live' && { group_name: result.groupName, is_review: isReview }),
  })
  if (error) throw error
  return result
}

/** Requests an invite page as a browser would. Never throws: every failure is an unknown result. */
export async function openInvitePage(link: string): Promise<LinkResult & { pageText?: string }> {
  const signal = AbortSignal.timeout(timeLimit)
  try {
    let url = new URL(link)
    for (let redirects = 0; redirects <= maxRedirects && isWhatsApp(url); redirects += 1) {
      const response = await fetch(toRequestUrl(url), {
        redirect: 'manual',
        signal,
        headers: {
          accept: 'text/html',
          'accept-language': 'en',
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        },
      })
      if (response.status === 200) {
        // The title is near the start.
        const { text } = await readStart(response.body, sizeLimit)
        return { ...readInvitePage(text), pageText: readPageText(text) }
      }
      await response.body?.cancel()
      if (response.status === 404 || response.status === 410) return { state: 'dead' }
      const target = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || !target) break
      url = new URL(target, url)
    }
  } catch {
    // A timeout, a network error or an invalid URL.
  }
  return { state: 'unknown' }
}

/** Whether a redirect may be followed: only to WhatsApp, on the default port, over https. */
function isWhatsApp({ protocol, hostname, port, username, password }: URL): boolean {
  return protocol === 'https:' && hosts.includes(hostname) && !(port || username || password)
}

/** Returns the URL on the server that replaces WhatsApp in development and in tests, if there is one. */
function toRequestUrl(url: URL): URL {
  const origin = Deno.env.get('WHATSAPP_ORIGIN')
  // Concatenated, not resolved: a path that starts with // would name another host.
  return origin ? new URL(origin + url.pathname + url.search) : url
}
