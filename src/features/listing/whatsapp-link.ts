type WhatsAppLink = { ok: true; link: string; warning?: string } | { ok: false; message: string }

const refuse = (message: string): WhatsAppLink => ({ ok: false, message })

const pasteInvite = 'Paste an invite link: https://chat.whatsapp.com/ followed by a code.'
const pasteLinkOf = 'Paste the invite link of a group, community or channel.'
const privateChat = `This opens a private chat with one person. ${pasteLinkOf}`

/**
 * Finds the WhatsApp invite link in pasted text and converts it to the only form that the database accepts
 * (`private.is_whatsapp_link`), or returns a message about what is wrong.
 */
export function parseWhatsAppLink(text: string): WhatsAppLink {
  const input = text.trim()
  if (input.replace(invisible, '').trim() === '') return refuse('Please enter the WhatsApp link')

  // An invisible character is either inside a link or between the link and the next word.
  const joined = findLinks(input.replace(invisible, '')).map(readLink)
  const separated = findLinks(input.replace(invisible, ' ')).map(readLink)
  const isUsual = (result: WhatsAppLink) => result.ok && !result.warning
  const results = !joined.some(isUsual) && separated.some(isUsual) ? separated : joined
  const found = results.filter((result) => result.ok)
  const [first] = found
  if (first && found.some(({ link }) => link !== first.link)) {
    return refuse('This contains more than one invite link. Paste only one.')
  }
  if (first) return first
  const [refusal] = results
  if (refusal) return refusal

  if (/^\+?[\d\s().\-/]{7,}$/.test(input)) {
    return refuse(`A phone number opens a private chat with one person. ${pasteLinkOf}`)
  }
  if (/^[A-Za-z0-9]{22}$/.test(input)) {
    return refuse('This is only the invite code. Put https://chat.whatsapp.com/ in front of it.')
  }
  return refuse(`This is not a link. ${pasteInvite}`)
}

function readLink(text: string): WhatsAppLink {
  // Checks the text, because the URL parser drops an empty user name.
  if (/^[a-z]+:\/\/[^/?#\\]*@/i.test(text)) {
    return refuse(
      'This link hides its real address behind an @ sign. Paste the invite link itself.',
    )
  }
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url) return refuse(`This is not a complete link. ${pasteInvite}`)

  const host = url.hostname.toLowerCase().replace(/\.$/, '')
  const path = url.pathname.split('/').filter(Boolean)
  if (url.protocol === 'whatsapp:') return readAppLink(host, url)
  if (!/^https?:$/.test(url.protocol)) return refuse(`This is not a web address. ${pasteInvite}`)
  if (url.port !== '') {
    return refuse('WhatsApp links have no port number. Copy the link from WhatsApp again.')
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
      return refuse(`Links to api.whatsapp.com open a private chat with one person. ${pasteLinkOf}`)
    default: {
      const wrapped = findWrapped(host, url)
      return wrapped ? readLink(wrapped) : refuseHost(host)
    }
  }
}

/** The redirects that other services put around the links of a text, and the parameters that have the link itself. */
const wrappers: { host: RegExp; path: RegExp; parameters: string[] }[] = [
  { host: /^lm?\.(facebook|messenger)\.com$/, path: /^\/l\.php$/, parameters: ['u'] },
  { host: /^l\.instagram\.com$/, path: /^\/$/, parameters: ['u'] },
  { host: /^(www\.)?google(\.com?)?\.[a-z]{2,3}$/, path: /^\/url$/, parameters: ['q', 'url'] },
  { host: /^(www\.)?youtube\.com$/, path: /^\/redirect$/, parameters: ['q'] },
  { host: /\.safelinks\.protection\.outlook\.com$/, path: /^\//, parameters: ['url'] },
]

/** Returns the link inside a wrapper, null if there is none. */
function findWrapped(host: string, { pathname, searchParams }: URL): string | null {
  const wrapper = wrappers.find((one) => one.host.test(host) && one.path.test(pathname))
  const values = wrapper?.parameters.map((name) => searchParams.get(name)) ?? []
  return values.find(Boolean) ?? null
}

function readAppLink(host: string, url: URL): WhatsAppLink {
  if (host === 'chat') return readCode(url.searchParams.get('code') ?? '')
  return host === 'send'
    ? refuse(privateChat)
    : refuse(`This link only opens the app. ${pasteInvite}`)
}

function readChatLink(path: string[]): WhatsAppLink {
  const [first = '', ...rest] = path
  const isInvite = first.toLowerCase() === 'invite'
  const code = isInvite ? (rest.shift() ?? '') : first
  if (code.toLowerCase() === 'channel') return readCode(rest[0] ?? '')
  if (rest.length > 0) return refuse('Remove everything after the invite code.')
  return readCode(code)
}

function readWebLink([page = '']: string[], url: URL): WhatsAppLink {
  if (page.toLowerCase() === 'accept') return readCode(url.searchParams.get('code') ?? '')
  if (page.toLowerCase() === 'send') return refuse(privateChat)
  return refuse(`This opens WhatsApp Web, not an invite. ${pasteInvite}`)
}

/** Reads an invite code. Text copied from a chat may follow it without a space: '。', '*', '%20'. */
function readCode(text: string): WhatsAppLink {
  const [code = ''] = /^[A-Za-z0-9]*/.exec(text) ?? []
  if (code === '') return refuse('The invite code at the end of the link is missing.')
  if (code.startsWith('0029V')) {
    return refuse('This is a channel code. Channel links start with https://whatsapp.com/channel/')
  }
  if (code.length === 22) return { ok: true, link: `https://chat.whatsapp.com/${code}` }

  const rest = text.slice(code.length).replace(/%[\dA-F]{2}/gi, '')
  if (code.length < 22 && /[A-Za-z0-9]/.test(rest)) {
    return refuse('An invite code contains only letters and digits. Copy the link again.')
  }
  const count = `${code.length} ${code.length === 1 ? 'character' : 'characters'}`
  return refuse(`The invite code has ${count} instead of 22. Copy the link again.`)
}

function readChannelLink([page = '', text = '', ...rest]: string[]): WhatsAppLink {
  if (page.toLowerCase() !== 'channel') {
    return refuse(`This is a WhatsApp page, but not an invite link. ${pasteInvite}`)
  }
  const [usualCode] = /^0029[A-Za-z0-9]{20}(?![A-Za-z0-9])/.exec(text) ?? []
  const code = usualCode ?? /^[A-Za-z0-9_-]*/.exec(text)?.[0] ?? ''
  if (code === '') return refuse('The channel code at the end of the link is missing.')
  if (code.length < 8 || code.length > 64) {
    return refuse('This channel code is invalid. Copy the link from the channel again.')
  }
  // A number after the code refers to one message in the channel.
  if (!rest.every((segment) => /^\d+(?![A-Za-z0-9])/.test(segment))) {
    return refuse('Remove everything after the channel code.')
  }
  const link = `https://whatsapp.com/channel/${code}`
  if (usualCode) return { ok: true, link }
  const warning =
    'Channel codes usually start with 0029 and have 24 characters. Check that this link opens your channel.'
  return { ok: true, link, warning }
}

function refuseShortLink([page = '']: string[]): WhatsAppLink {
  switch (page.toLowerCase()) {
    case 'message':
      return refuse(`A wa.me/message link opens a chat with a business. ${pasteLinkOf}`)
    case 'qr':
      return refuse(`A wa.me/qr link adds one person as a contact. ${pasteLinkOf}`)
    default:
      return refuse(
        /^\+?\d/.test(page) ? privateChat : `A wa.me link is not an invite link. ${pasteInvite}`,
      )
  }
}

function refuseHost(host: string): WhatsAppLink {
  if (host.endsWith('.whatsapp.com')) {
    return refuse(`This is a WhatsApp page, but not an invite link. ${pasteInvite}`)
  }
  if (/whats-?app|(^|[.-])wa[.-]me/.test(host)) {
    return refuse(`This link only looks like WhatsApp: it leads to ${host}. ${pasteInvite}`)
  }
  return refuse(`This link leads to ${host}, not to WhatsApp. ${pasteInvite}`)
}

const scheme = /(?:https?|whatsapp):\/\//i
// Text copied from a chat may contain soft hyphens, zero-width characters and direction marks.
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/** Returns the URLs in pasted text, each with a scheme. A URL inside another one (in a redirect) is not returned. */
function findLinks(text: string): string[] {
  return text
    .split(/[\s<>"'“”‘’«»()[\]{}|]+/)
    .flatMap((word) => word.split(/(?<![=/?&@%])(?=(?:https?|whatsapp):\/\/)/i))
    .map(trimMarks)
    .flatMap((word) => findUrl(word) ?? [])
}

/** Removes the punctuation and the chat formatting around a link. */
const trimMarks = (word: string): string =>
  word.replace(/^[*_~`.,;:!?]+/, '').replace(/[*~`.,;:!?…]+$/, '')

function findUrl(word: string): string | null {
  if (/^(?!h?t{1,2}ps?:)[a-z][a-z0-9+.-]*:\/\//i.test(word)) return word
  const start = word.search(scheme)
  if (start === 0) return word
  // 'link:https://...' is text before a URL, 'evil.example/?u=https://...' is one URL.
  if (start > 0 && !/[/?@&]/.test(word.slice(0, start))) return word.slice(start)

  const bare = word
    // Text in another script may precede a link without a space.
    .replace(/^[^ -~]+(?=(?:chat\.|web\.|www\.)?whatsapp\.com\/)/i, '')
    .replace(/^(?:h?t{1,2}ps?[:;]?)?\/{1,3}/i, '')
  const isUrl = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}\.?(?::\d+)?(?:[/?#\\]|$)/u.test(bare)
  const looksLikeWhatsApp = /(?:whatsapp|wa)\.(?:com|me)/i.test(bare)
  return isUrl || looksLikeWhatsApp ? `https://${bare}` : null
}
