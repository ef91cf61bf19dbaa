import { cleanLine } from './clean-text.ts'
import { countCharacters } from './count-characters.ts'

/*
 * The rules for email addresses, also in the database: `private.clean_email` and `private.is_email`. Addresses are
 * often copied with what surrounds them in a signature, a link or a list of recipients.
 */

/** The maximum length of an email in a profile. The auth service itself would accept 255. */
export const maxEmailLength = 254

/** Spaces, brackets, quotes and separators. */
const around = '[\\s<>()[\\]{}"\'`‘’“”„«»‹›＜＞,;:.，、；。،؛]*'
const edges = new RegExp(`^${around}|${around}$`, 'g')
const nameAndAddress = /^([^<>]*)<([^<>]*)>[^<>@]*$/

const trim = (text: string) =>
  text
    .replace(edges, '')
    .replace(/^mailto:([^?]*).*$/i, '$1')
    .replace(edges, '')

/** Returns the address in 'Mei <mei@example.com>', 'mailto:mei@example.com' or 'mei@example.com;'. */
export function cleanEmail(text: string): string {
  const line = cleanLine(text)
  const [, name = '', inBrackets = ''] = nameAndAddress.exec(line) ?? []
  const address = trim(inBrackets)
  // Another address instead of a name would be ambiguous.
  const hasName = address !== '' && (!name.includes('@') || trim(name) === address)
  return hasName ? address : trim(line)
}

/** Whether a cleaned text looks like an email address. Only sending to it shows whether it exists. */
export const isEmail = (text: string): boolean =>
  countCharacters(text) <= maxEmailLength &&
  /^[^\s@<>()[\]",;:\\]+@[^\s@<>()[\]",;:\\.]+(\.[^\s@<>()[\]",;:\\.]+)+$/.test(text)

/** The message for a cleaned text that is not an email address. */
export const emailProblem = (text: string): string =>
  text.split('@').length > 2
    ? 'Please enter only one email address'
    : 'Please enter an email address such as name@example.com'
