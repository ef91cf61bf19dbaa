import type { SupabaseClient } from '@supabase/supabase-js'
import { Refusal } from '../_shared/http.ts'
import { readStart } from '../_shared/read-text.ts'
import { type LinkAnswer, readInvitePage } from './invite-page.ts'

const concurrency = 5
/** Answers without a meaning, one after the other, after which a batch leaves WhatsApp alone. */
const mostUnknown = 3
const timeLimit = 10_000
const sizeLimit = 512 * 1024
const mostRedirects = 5
const hosts = ['chat.whatsapp.com', 'whatsapp.com', 'www.whatsapp.com']

export interface Batch {
  checked: number
  live: number
  dead: number
  unknown: number
  /** Whether WhatsApp did not answer any more, so that some were left for the next batch. */
  stopped: boolean
}

/**
 * Asks for the pages of the links that were checked longest ago, at most `size`, and records each answer as
 * it comes. A batch that another one keeps from its links checks none.
 */
export async function checkLinks(secret: SupabaseClient, size = 50): Promise<Batch> {
  const claimed = await secret.rpc('claim_links', { batch: size })
  if (claimed.error) throw claimed.error
  const links: { community_id: string; link: string }[] = claimed.data
  const batch: Batch = { checked: 0, live: 0, dead: 0, unknown: 0, stopped: false }
  let unknownInARow = 0
  const work = async () => {
    for (let next = links.shift(); next && !batch.stopped; next = links.shift()) {
      const answer = await askWhatsApp(next.link)
      await record(secret, next.community_id, next.link, answer)
      batch.checked += 1
      batch[answer.state] += 1
      unknownInARow = answer.state === 'unknown' ? unknownInARow + 1 : 0
      batch.stopped ||= unknownInARow >= mostUnknown
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return batch
}

/**
 * What the link of one community leads to now, for its reviewer: the link that waits for review, else the
 * one that the community has. When the page does not say, the name that it last gave.
 *
 * @throws Refusal when there is no such community
 */
export async function checkOneLink(secret: SupabaseClient, community: string) {
  const found = await secret
    .from('communities')
    .select('whatsapp_link, held_changes, community_links(link, group_name)')
    .eq('id', community)
    .maybeSingle()
  if (found.error) throw found.error
  if (!found.data) throw new Refusal(404, 'There is no such community.')
  const { whatsapp_link, held_changes, community_links } = found.data
  const link: string = held_changes?.whatsapp_link ?? whatsapp_link
  const answer = await askWhatsApp(link)
  await record(secret, community, link, answer)
  const known: { link: string; group_name: string | null } | undefined = [community_links]
    .flat()
    .find((one) => one?.link === link)
  return {
    state: answer.state,
    group_name: answer.state === 'live'
      ? answer.groupName
      : answer.state === 'unknown' && known?.group_name || null,
  }
}

async function record(
  secret: SupabaseClient,
  community: string,
  link: string,
  answer: LinkAnswer,
): Promise<void> {
  const { error } = await secret.rpc('record_link_check', {
    community,
    link,
    answer: answer.state,
    ...(answer.state === 'live' && { group_name: answer.groupName }),
  })
  if (error) throw error
}

/** Asks for the page of an invite link as a browser would. Never throws: what goes wrong says nothing. */
async function askWhatsApp(link: string): Promise<LinkAnswer> {
  const signal = AbortSignal.timeout(timeLimit)
  try {
    let url = new URL(link)
    for (let redirects = 0; redirects <= mostRedirects && isWhatsApp(url); redirects += 1) {
      const response = await fetch(addressOf(url), {
        redirect: 'manual',
        signal,
        headers: {
          accept: 'text/html',
          'accept-language': 'en',
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        },
      })
      const target = response.headers.get('location')
      if (response.status === 200) {
        // The title is at the beginning.
        const { text } = await readStart(response.body, sizeLimit)
        return readInvitePage(text)
      }
      await response.body?.cancel()
      if (response.status === 404 || response.status === 410) return { state: 'dead' }
      if (response.status < 300 || response.status > 399 || !target) break
      url = new URL(target, url)
    }
  } catch {
    // Slow, broken or not there.
  }
  return { state: 'unknown' }
}

/** Whatever a page redirects to, nothing but WhatsApp is asked: no other host, port or scheme. */
function isWhatsApp({ protocol, hostname, port, username, password }: URL): boolean {
  return protocol === 'https:' && hosts.includes(hostname) && !(port || username || password)
}

/** The same page of the stand-in, where there is one: in development and in tests. */
function addressOf(url: URL): URL {
  const standIn = Deno.env.get('WHATSAPP_ORIGIN')
  // Not relative to the stand-in: a path that starts with // would name another host.
  return standIn ? new URL(standIn + url.pathname + url.search) : url
}
