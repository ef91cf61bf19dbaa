export type WhatsAppLink =
  | { ok: true; link: string; kind: 'group' | 'channel'; warning?: string }
  | { ok: false; message: string }

const refuse = (message: string): WhatsAppLink => ({ ok: false, message })

const wanted = 'Paste an invite link such as https://chat.whatsapp.com/ followed by its code.'
const privateChat =
  'This opens a private chat with one person. Paste the invite link of a group, community or channel.'

/**
 * Reads whatever a person pastes as a WhatsApp invite and brings it into the one form that the
 * database stores (`private.is_whatsapp_link`), or says in a sentence what is wrong with it.
 */
export function parseWhatsAppLink(text: string): WhatsAppLink {
  const typed = text.trim()
  if (typed === '') return refuse('Please enter the WhatsApp link')

  const results = findLinks(typed).map(classify)
  const found = results.filter((result) => result.ok)
  const [first] = found
  if (first && found.some(({ link }) => link !== first.link)) {
    return refuse('There is more than one invite link here. Paste only one.')
  }
  if (first) return first
  const [refusal] = results
  if (refusal) return refusal

  if (/^\+?[\d\s().\-/]{7,}$/.test(typed)) {
    return refuse(`A phone number is no invite. ${privateChat}`)
  }
  if (/^[A-Za-z0-9]{22}$/.test(typed)) {
    return refuse('This looks like the code alone. Put https://chat.whatsapp.com/ in front of it.')
  }
  return refuse(`This is not a link. ${wanted}`)
}

function classify(address: string): WhatsAppLink {
  // The parser drops an empty user name, so the text itself is looked at.
  if (/^[a-z]+:\/\/[^/?#\\]*@/i.test(address)) {
    return refuse(
      'This link hides its real address behind an @ sign. Paste the invite link itself.',
    )
  }
  const url = toUrl(address)
  if (!url) return refuse(`This is not a complete link. ${wanted}`)

  const host = url.hostname.toLowerCase().replace(/\.$/, '')
  const path = url.pathname.split('/').filter(Boolean)
  if (url.protocol === 'whatsapp:') return readAppLink(host, url)
  if (!/^https?:$/.test(url.protocol)) return refuse(`This is not a web address. ${wanted}`)
  if (url.port !== '') {
    return refuse('A WhatsApp link has no port number. Paste the invite link as WhatsApp gave it.')
  }
  switch (host) {
    case 'chat.whatsapp.com':
      return readChatLink(path)
    case 'web.whatsapp.com':
      return readWebLink(path, url)
    case 'whatsapp.com':
    case 'www.whatsapp.com':
      return readChannelLink(path)
    case 'wa.me':
    case 'www.wa.me':
      return refuseShortLink(path)
    case 'api.whatsapp.com':
      return refuse(
        'Links of api.whatsapp.com open a private chat. Paste the invite link of a group, community or channel.',
      )
    default:
      return refuseHost(host)
  }
}

function toUrl(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

function readAppLink(host: string, url: URL): WhatsAppLink {
  if (host === 'chat') return readCode(url.searchParams.get('code') ?? '')
  return host === 'send' ? refuse(privateChat) : refuse(`This link only opens the app. ${wanted}`)
}

function readChatLink(path: string[]): WhatsAppLink {
  const [first = '', ...rest] = path
  const isInvite = first.toLowerCase() === 'invite'
  const code = isInvite ? (rest.shift() ?? '') : first
  if (code.toLowerCase() === 'channel') return readCode(rest[0] ?? '')
  if (rest.length > 0) {
    return refuse('There is something after the invite code. Paste the link as WhatsApp gave it.')
  }
  return readCode(code)
}

function readWebLink([page = '']: string[], url: URL): WhatsAppLink {
  if (page.toLowerCase() === 'accept') return readCode(url.searchParams.get('code') ?? '')
  if (page.toLowerCase() === 'send') return refuse(privateChat)
  return refuse(`This opens WhatsApp Web, not an invite. ${wanted}`)
}

function readCode(text: string): WhatsAppLink {
  // Underscores are how a chat writes italics; unlike a channel's, an invite's code has none.
  const code = text.replace(/_+$/, '')
  if (code === '') return refuse('The invite code at the end of the link is missing.')
  if (code.startsWith('0029V')) {
    return refuse(
      'This is the code of a channel. A channel’s link begins with https://whatsapp.com/channel/',
    )
  }
  if (!/^[A-Za-z0-9]*$/.test(code)) {
    return refuse('The invite code may only hold letters and digits. Copy the link once more.')
  }
  if (code.length !== 22) {
    const count = `${code.length} ${code.length === 1 ? 'character' : 'characters'}`
    return refuse(`The invite code has ${count} instead of 22. Copy the link once more.`)
  }
  return { ok: true, kind: 'group', link: `https://chat.whatsapp.com/${code}` }
}

function readChannelLink([page = '', code = '', ...rest]: string[]): WhatsAppLink {
  if (page.toLowerCase() !== 'channel') {
    return refuse(`This is a page of WhatsApp, but not an invite. ${wanted}`)
  }
  if (code === '') return refuse('The channel code at the end of the link is missing.')
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(code)) {
    return refuse('This channel code cannot be right. Copy the link once more from the channel.')
  }
  // A number after the code points at one message of the channel.
  if (!rest.every((segment) => /^\d+$/.test(segment))) {
    return refuse('There is something after the channel code. Paste the link as WhatsApp gave it.')
  }
  const link = `https://whatsapp.com/channel/${code}`
  if (/^0029[A-Za-z0-9]{20}$/.test(code)) return { ok: true, kind: 'channel', link }
  const warning =
    'Channel codes usually begin with 0029 and have 24 characters. Check that this link opens your channel.'
  return { ok: true, kind: 'channel', link, warning }
}

function refuseShortLink([page = '']: string[]): WhatsAppLink {
  switch (page.toLowerCase()) {
    case 'message':
      return refuse(
        'A wa.me/message link opens a chat with a business. Paste the invite link of a group, community or channel.',
      )
    case 'qr':
      return refuse(
        'A wa.me/qr link adds one person as a contact. Paste the invite link of a group, community or channel.',
      )
    default:
      return refuse(/^\+?\d/.test(page) ? privateChat : `A wa.me link is no invite. ${wanted}`)
  }
}

function refuseHost(host: string): WhatsAppLink {
  if (host.endsWith('.whatsapp.com')) {
    return refuse(`This is a page of WhatsApp, but not an invite. ${wanted}`)
  }
  if (/whats-?app|(^|[.-])wa[.-]me/.test(host)) {
    return refuse(`This link only looks like WhatsApp: it leads to ${host}. ${wanted}`)
  }
  return refuse(`This link leads to ${host}, not to WhatsApp. ${wanted}`)
}

/* Finding links in pasted text */

const scheme = /(?:https?|whatsapp):\/\//i
// Soft hyphens, zero-width and direction marks come along when text is copied from a chat.
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/**
 * The addresses in a pasted text, each with a scheme, in their order. An address inside another one
 * (a redirect's parameter) is part of that other one.
 */
function findLinks(text: string): string[] {
  return text
    .replace(invisible, '')
    .split(/[\s<>"'“”‘’«»()[\]{}|]+/)
    .flatMap((word) => word.split(/(?<![=/?&@%])(?=(?:https?|whatsapp):\/\/)/i))
    .map(trim)
    .flatMap((word) => toAddress(word) ?? [])
}

/** Without the punctuation and the chat formatting around a link. */
function trim(word: string): string {
  return word.replace(/^[*_~`.,;:!?]+/, '').replace(/[*~`.,;:!?…]+$/, '')
}

function toAddress(word: string): string | null {
  if (/^(?!h?t{1,2}ps?:)[a-z][a-z0-9+.-]*:\/\//i.test(word)) return word
  const start = word.search(scheme)
  if (start === 0) return word
  // 'link:https://...' is text before an address, 'evil.example/?u=https://...' is not.
  if (start > 0 && !/[/?@&]/.test(word.slice(0, start))) return word.slice(start)

  const bare = word.replace(/^(?:h?t{1,2}ps?[:;]?)?\/{1,3}/i, '')
  const isAddress = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}\.?(?::\d+)?(?:[/?#\\]|$)/u.test(bare)
  const mimics = /(?:whatsapp|wa)\.(?:com|me)/i.test(bare)
  return isAddress || mimics ? `https://${bare}` : null
}
