import { plainWords } from '../../lib/plain-words.ts'
import { languageCodes } from '../../supabase/rules/languages.ts'
import { languageName, ownLanguageName } from '../community/languages.ts'
import { isLanguageCode } from '../listing/community-schema.ts'
import { languageAliases } from './import-words.ts'

const mapCodes = (namesOf: (code: string) => readonly string[]) =>
  new Map<string, string>(
    languageCodes.flatMap((code) => namesOf(code).map((name) => [plainWords(name), code] as const)),
  )
let codesByName: Map<string, string> | undefined
let codesByOwnName: Map<string, string> | undefined

function findLanguage(name: string): string | undefined {
  const words = plainWords(name)
  if (isLanguageCode(words)) return words
  codesByName ??= mapCodes((code) => [...(languageAliases[code] ?? []), languageName(code)])
  // Few files have own names, and creating them takes longer.
  codesByOwnName ??= codesByName.has(words)
    ? undefined
    : mapCodes((code) => [ownLanguageName(code)])
  return codesByName.get(words) ?? codesByOwnName?.get(words)
}

/** 'en-US' and 'English (United States)' are English. */
function withoutRegion(name: string): string {
  const [code] = /^[a-z]{2}(?=[-_][a-z]{2,4}$)/i.exec(name) ?? []
  return code ?? name.replace(/\s*\([^()]*\)$/, '')
}

/** Returns the codes of languages that are given by code, English name or own name, and the names of unknown ones. */
export function readLanguages(text: string): { codes: string[]; unknown: string[] } {
  const codes = new Set<string>()
  const unknown: string[] = []
  const names = text
    .split(/[,;/|&\n]| and /i)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  for (const name of names) {
    const code = findLanguage(name) ?? findLanguage(withoutRegion(name))
    if (code) codes.add(code)
    else unknown.push(name)
  }
  return { codes: [...codes], unknown }
}
