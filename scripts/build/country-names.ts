/*
 * Writes the names of countries in other languages, from the data of Intl.DisplayNames (CLDR), for the search:
 *   npx tsx scripts/build/country-names.ts
 */
import { writeFileSync } from 'node:fs'
import { countryCodes } from '../../src/routes/admin/places/countries.ts'
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

const countries = countryCodes.map((code) => `${code} ${listNames(code).join(' ')}`).join('; ')

/** Leaves room for the indent, the quotes and doubled apostrophes. */
const maxLength = 110
const lines: string[] = []
for (const word of countries.split(' ')) {
  const line = lines.at(-1)
  if (line !== undefined && line.length + word.length < maxLength)
    lines.push(`${lines.pop()} ${word}`)
  else lines.push(word)
}

writeFileSync(
  'supabase/schemas/directory/country_names.sql',
  `-- The names of countries in many languages, for the search. Written by scripts/build/country-names.ts.

-- The names of the country of ISO 3166-1 alpha-2. Null if it has none.
create function private.country_names(code text) returns text
language sql immutable set search_path = '' as $$
  select substr(country, 4) from string_to_table(
${lines.map((line, index) => `    '${line.replaceAll("'", "''")}${index < lines.length - 1 ? ' ' : ''}'`).join('\n')},
    '; '
  ) as country
  where left(country, 2) = code
$$;

grant execute on function private.country_names to authenticated, service_role;
`,
)
