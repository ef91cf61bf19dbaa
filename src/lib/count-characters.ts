/**
 * Returns how many characters a text has as PostgreSQL counts them: code points. An emoji is one, but has a length of 2 in
 * JavaScript.
 */
export const countCharacters = (text: string): number => Array.from(text).length
