import { languageCodes } from '../../supabase/rules/languages.ts'

export const isLanguageCode = (text: string): boolean => languageCodes.some((code) => code === text)

/** Returns the known codes in the form's text, such as 'de,en', each once. */
export const parseLanguages = (text: string): string[] => [
  ...new Set(text.split(',').filter(isLanguageCode)),
]
