/*
 * Prints the statement that stores the names of countries in other languages, from the data of Intl.DisplayNames (CLDR),
 * for a migration:
 *   npx tsx scripts/build/country-names.ts
 */
import { countryCodes } from '../../src/features/places/cities.ts'
import { plainWords } from '../../src/lib/plain-words.ts'

/** The languages of most travelers. The names in the languages of the country itself are added. */
const languages =
  'en es pt fr de it nl ca sv da nb fi pl cs sk hu ro hr el ru uk tr he ar fa hi id vi th ja ko zh zh-Hant'.split(
    ' ',
  )

const options = { type: 'region', fallback: 'none' } as const

/** Returns the name and the short one, such as 'United Kingdom' and 'UK'. */
const namesIn = (language: string, code: string) =>
  (['long', 'short'] as const).flatMap(
    (style) => new Intl.DisplayNames([language], { ...options, style }).of(code) ?? [],
  )

/** Returns the names of a country that have a word which those before do not have. */
function listNames(code: string): string[] {
  const own = new Intl.Locale(`und-${code}`).maximize().language ?? 'en'
  const known = new Set<string>()
  return [...languages, own]
    .flatMap((language) => namesIn(language, code))
    .filter((name) => {
      const words = plainWords(name).split(' ')
      const isNew = !words.every((word) => known.has(word))
      for (const word of words) known.add(word)
      return isNew
    })
}

/** Splits a row into lines of at most 120 characters, with a string literal on each. */
function writeRow(code: string): string {
  const lines = [`('country', '${code}', '`]
  for (const word of listNames(code).join(' ').replaceAll("'", "''").split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line.length + word.length < 112) lines.push(`${lines.pop()}${word} `)
    else lines.push(`  '${word} `)
  }
  return `  ${lines.map((line, index) => (index < lines.length - 1 ? line : line.trimEnd())).join("'\n  ")}')`
}

console.info(
  `insert into private.translations (kind, key, names) values
${countryCodes.map(writeRow).join(',\n')}
on conflict (kind, key) do update set names = excluded.names;`,
)
