// Controls, direction overrides and halves of a character: the database refuses all of them.
const forbidden = /[\p{Cs}\u202A-\u202E\u2066-\u2069]|(?![\t\n])\p{Cc}/gu

/** A single line, without the characters that would make it read as something else. */
export function cleanLine(text: string): string {
  return text
    .replace(/[\t\n\r\u2028\u2029]+/g, ' ')
    .replace(forbidden, '')
    .trim()
}

export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(forbidden, '').trim()
}
