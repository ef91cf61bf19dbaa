/* The names of languages, by their codes of ISO 639-1. */

let englishNames: Intl.DisplayNames | undefined

/** Returns a language's name in English, such as 'German' for 'de'. */
export function languageName(code: string): string {
  // Browsers call Twi, a dialect of Akan, 'Akan' as well.
  if (code === 'tw') return 'Twi'
  if (code === 'en') return 'English'
  // Only for other languages, because creating it takes a slow phone 70 ms.
  englishNames ??= new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' })
  return englishNames.of(code) ?? code
}

export const listLanguages = (codes: readonly string[]): string =>
  codes.map(languageName).join(', ')

/** Returns a language's name in the language itself, such as 'Deutsch' for 'de'. */
export const ownLanguageName = (code: string): string =>
  new Intl.DisplayNames([code], { type: 'language', languageDisplay: 'standard' }).of(code) ?? code

/** Returns the codes of the browser's languages, in order of preference. */
export const browserLanguages = (): string[] => [
  ...new Set(navigator.languages.map((tag) => tag.split('-', 1)[0] ?? tag)),
]

/**
 * Returns the `lang` attribute for the texts of a community. Its texts are in its first language; undefined if the page
 * is in the same language.
 */
export const textLanguage = (languages: readonly string[] | undefined): string | undefined =>
  languages?.[0] === 'en' ? undefined : languages?.[0]
