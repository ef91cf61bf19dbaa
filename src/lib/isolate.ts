/** Letters of the scripts that are written from right to left, as Hebrew and Arabic are. */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * Returns a text for the inside of another one, for example a name in a sentence: it cannot change the order of the
 * words and punctuation around it. Other texts stay as they are. Elements use `<bdi>` or `dir="auto"` instead.
 */
export const isolate = (text: string): string =>
  // An isolate ends with its line.
  rightToLeft.test(text) ? text.replace(/.+/g, '\u2068$&\u2069') : text
