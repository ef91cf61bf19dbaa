// Control characters, direction overrides and lone surrogates: the database rejects them all.
const forbidden = /[\p{Cs}\u202A-\u202E\u2066-\u2069]|(?![\t\n])\p{Cc}/gu

/** Returns the text as one line, without forbidden characters. */
export function cleanLine(text: string): string {
  return text
    .replace(/[\t\n\r\u2028\u2029]+/g, ' ')
    .replace(forbidden, '')
    .trim()
}

/** Returns the text without forbidden characters; line breaks stay. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(forbidden, '').trim()
}
