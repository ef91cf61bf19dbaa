const scheme = /(?:https?|whatsapp):\/\//i
// Soft hyphens, zero-width and direction marks come along when text is copied from a chat.
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/**
 * The addresses in a pasted text, each with a scheme, in their order. An address inside another one
 * (a redirect's parameter) is part of that other one.
 */
export function findLinks(text: string): string[] {
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
