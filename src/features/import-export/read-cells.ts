import { fieldLabel, type FieldName } from '../community/fields.ts'
import type { CommunityInput } from '../listing/community-schema.ts'
import { isLanguageCode } from '../listing/parse-languages.ts'
import { stockPhoto } from '../community/stock-photos.ts'
import { languageName, ownLanguageName } from '../community/languages.ts'
import { allCategories, allJoinTypes, joinTypeLabels } from '../community/vocabulary.ts'
import { cleanLine } from '../../lib/clean-text.ts'
import { plainWords } from '../../lib/plain-words.ts'
import type { Tables } from '../../supabase/database.types.ts'
import { languageCodes } from '../../supabase/rules/languages.ts'

export type ColumnName = FieldName | 'groups' | 'country'
export type ImportPlace = Pick<Tables<'places'>, 'name' | 'country' | 'known_names' | 'is_active'>
type CellOf = (name: ColumnName) => string
type Report = (name: ColumnName, message: string) => void

/** Returns the cells of a row as the input of the form. Reports values that the form would not offer. */
export function readCells(cell: CellOf, findPlace: FindPlace, report: Report): CommunityInput {
  const choose = <Value extends string>(
    name: 'category' | 'join_type',
    choices: readonly Value[],
    labelOf: (value: Value) => string,
  ) => {
    const text = plainWords(cell(name))
    const chosen = choices.find((one) => [one, labelOf(one)].map(plainWords).includes(text))
    if (!chosen && text) report(name, `Unknown ${fieldLabel(name).toLowerCase()}: ${cell(name)}`)
    return chosen
  }
  const category = choose('category', allCategories, (value) => value)
  return {
    name: cell('name'),
    description: cell('description'),
    ...readPlace(cell, findPlace, report),
    category: category ?? '',
    languages: readLanguages(cell('languages'), report),
    member_count: cell('member_count'),
    whatsapp_link: cell('whatsapp_link'),
    join_type: choose('join_type', allJoinTypes, (value) => joinTypeLabels[value]) ?? 'open',
    image_url: cell('image_url').trim() || stockPhoto(category),
    groups: splitGroups(cell('groups'))
      .map((name) => ({ id: '', name: cleanLine(name), description: '' }))
      .filter(({ name }) => name !== ''),
    // The dialog tells admins to import only such links.
    may_publish: true,
  }
}

/** In lines, as in the export, or in one line with semicolons. */
const splitGroups = (text: string) => text.split(text.includes('\n') ? '\n' : ';')

/** In English, German, French and Spanish. */
const spreadsheetError =
  /^#(?:N\/A|NV|#+|DIV\/0!|(?:NAME|NOM|NOMBRE) ?\?|(?:REF|VALUE|NUM|NULL|SPILL|CALC|WERT|BEZUG|ZAHL|VALEUR|VALOR) ?!)$/i
/** In English, German, French, Spanish, Italian and Portuguese. */
const month =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|mär|mrz|mai|okt|dez|' +
  'ene|abr|ago|dic|fev|set|out|gen|mag|giu|lug|ott)'
const date = new RegExp(
  [
    `\\d{1,2}(?:-|\\. ?)${month}(?:[-. ]+\\d{2,4})?`,
    `${month}-\\d{1,4}`,
    '\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}.*)?',
    '\\d{1,2}([./])\\d{1,2}\\1(?:\\d{2}|\\d{4})(?: \\d{1,2}:\\d{2}.*)?',
  ]
    .map((form) => `^${form}$`)
    .join('|'),
  'i',
)

/** Describes a cell whose value was lost in a spreadsheet or by its encoding. No field expects a date. */
export function findDamage(name: ColumnName, cell: string): string | undefined {
  const [damaged] = /.{0,20}\uFFFD.{0,20}/u.exec(cell) ?? []
  if (damaged) return `'${damaged}' has a character that couldn't be read`
  for (const part of (name === 'groups' ? splitGroups(cell) : [cell]).map(cleanLine)) {
    if (spreadsheetError.test(part)) {
      return `'${part}' is an error of the spreadsheet. Enter the text again.`
    }
    if (date.test(part)) {
      return `'${part}' is a date. Spreadsheets turn other values into dates: format the column as text, and enter it again.`
    }
  }
  return undefined
}

export type FindPlace = (text: string) => ImportPlace | undefined

/** Returns a function that finds a place by any of its names, also followed by the country. */
export function createFindPlace(places: readonly ImportPlace[]): FindPlace {
  const byName = new Map(
    places.flatMap((place) =>
      place.known_names.flatMap((known): [string, ImportPlace][] => [
        [known, place],
        [`${known} ${plainWords(place.country)}`, place],
      ]),
    ),
  )
  return (text) => byName.get(plainWords(text))
}

/** A place that is not listed is requested, as in the form. */
function readPlace(cell: CellOf, findPlace: FindPlace, report: Report) {
  const [given, requested, country] = [cell('location'), cell('requested_place'), cell('country')]
  const place = findPlace(given)
  if (place && !place.is_active) {
    report('location', 'This place is no longer available. Please choose another one.')
  }
  if (place || !given.trim())
    return { location: place?.name ?? '', requested_place: requested || null }
  const hasCountry = !country || plainWords(given).endsWith(plainWords(country))
  return {
    location: '',
    requested_place: requested || (hasCountry ? given : `${given}, ${country}`),
  }
}

const mapCodes = (nameOf: (code: string) => string) =>
  new Map<string, string>(languageCodes.map((code) => [plainWords(nameOf(code)), code]))
let codesByName: Map<string, string> | undefined
let codesByOwnName: Map<string, string> | undefined

function findLanguage(name: string): string | undefined {
  const words = plainWords(name)
  if (isLanguageCode(words)) return words
  codesByName ??= mapCodes(languageName)
  // Few files have own names, and creating them takes longer.
  return codesByName.get(words) ?? (codesByOwnName ??= mapCodes(ownLanguageName)).get(words)
}

/** Returns the codes of languages that are given by code, English name or own name. */
function readLanguages(text: string, report: Report): string {
  const codes: string[] = []
  for (const name of text.split(/[,;/|\n]/)) {
    // 'en-US' is English.
    const [language = ''] = /^[a-z]{2}(?=[-_][a-z]{2}$)/i.exec(name.trim()) ?? [name]
    const code = findLanguage(language)
    if (code) codes.push(code)
    else if (name.trim()) report('languages', `Unknown language: ${name.trim()}`)
  }
  return codes.join(',')
}
