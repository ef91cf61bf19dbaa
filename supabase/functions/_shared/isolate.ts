/** The same as src/lib/isolate.ts: a test compares both. */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Returns a text that cannot change the order of the words around it, whatever the direction of its script. */
export const isolate = (text: string) =>
  rightToLeft.test(text) ? text.replace(/.+/g, '\u2068$&\u2069') : text
