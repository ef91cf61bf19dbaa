import { fieldLabel, fieldNames, listFields } from '../community/fields.ts'
import { stockPhoto } from '../community/images.ts'
import { allCategories, allJoinTypes, joinTypeLabels } from '../community/vocabulary.ts'
import {
  type CommunityInput,
  communitySchema,
  type CommunityValues,
} from '../listing/community-schema.ts'
import { parseWhatsAppLink } from '../listing/whatsapp-link.ts'
import { cleanLine } from '../../lib/clean-text.ts'
import { plainWords } from '../../lib/plain-words.ts'
import type { Tables } from '../../supabase/database.types.ts'
import { maxImportedRows } from '../../supabase/rules/limits.ts'
import { formatCount } from '../../ui/format.ts'
import { fileError, type Table, type TableRow } from './csv.ts'
import { categoryAliases, columnAliases, type ColumnName, readLanguages } from './import-words.ts'

/** A row of the file, with the community to import or with its problems. */
export type ImportRow = TableRow & {
  name: string
  place: string
  /** The place that the import asks for; null if it is listed. */
  requestedPlace: string | null
  problems: string[]
  values: ReturnType<typeof toValues> | null
}

type Options = { places: readonly ImportPlace[]; projectUrl: string; isDirectoryLive: boolean }

const columnNames: readonly ColumnName[] = [...fieldNames, 'groups', 'country']

/**
 * Checks each row by the rules of the form.
 *
 * @returns the rows, and the headers that are not imported
 * @throws UserError if required columns are missing, or the file has no rows or too many
 */
export function readRows({ headers, rows }: Table, { places, ...options }: Options) {
  const columns = findColumns(headers)
  requireColumns(columns, options.isDirectoryLive)
  if (rows.length === 0) throw fileError('This file has no rows below the header.')
  if (rows.length > maxImportedRows) {
    throw fileError(
      `This file has ${formatCount(rows.length)} rows. Split it into files of at most ${formatCount(maxImportedRows)}.`,
    )
  }
  const findPlace = createFindPlace(places)
  const schema = communitySchema({ ...options, isNew: true })
  const rowOfLink = new Map<string, number>()

  const readRow = (row: TableRow): ImportRow => {
    const cell = (name: ColumnName) => row.cells[columns.get(name) ?? -1] ?? ''
    // One problem for each field.
    const problems = new Map<string, string>()
    const report = (name: string, message: string) => {
      if (!problems.has(name)) problems.set(name, `${fieldLabel(name)}: ${message}`)
    }
    for (const name of columns.keys()) {
      const damage = findDamage(name, cell(name))
      if (damage) report(name, damage)
    }
    const input = readCells(cell, findPlace, report)
    const { data, error } = schema.safeParse(input)
    for (const { path, message } of error?.issues ?? []) report(String(path[0]), message)
    const link = parseWhatsAppLink(input.whatsapp_link)
    const sameLink = link.ok && rowOfLink.get(link.link)
    if (sameLink) report('whatsapp_link', `The same link as in row ${sameLink}`)
    else if (link.ok) rowOfLink.set(link.link, row.number)
    if (row.cells.slice(headers.length).some((extra) => extra.trim() !== '')) {
      problems.set('', 'This row has more cells than the header.')
    }
    return {
      ...row,
      name: input.name.trim(),
      place: input.location,
      requestedPlace: input.requested_place?.trim() || null,
      problems: [...problems.values()],
      values: data && problems.size === 0 ? toValues(data) : null,
    }
  }
  const used = new Set(columns.values())
  const hasCells = (column: number) => rows.some(({ cells }) => cells[column]?.trim())
  const ignored = headers.flatMap((header, index) => {
    if (used.has(index)) return []
    if (header !== '') return header
    return hasCells(index) ? `column ${index + 1} (no name)` : []
  })
  return { rows: rows.map(readRow), ignored }
}

/**
 * Returns the position of each known column. A column is named as in the export, as in the database, or by an alias. If
 * several columns match, the first of these names wins, and the others are not imported.
 */
function findColumns(headers: readonly string[]): Map<ColumnName, number> {
  const toKey = (header: string) => plainWords(header).replaceAll(' ', '')
  const keys = headers.map(toKey)
  const positions = columnNames.map((name): [ColumnName, number] => {
    const known = [fieldLabel(name), name, ...columnAliases[name]].map(toKey)
    const found = known.find((key) => keys.includes(key))
    return [name, found === undefined ? -1 : keys.indexOf(found)]
  })
  return new Map(positions.filter(([, position]) => position >= 0))
}

function requireColumns(columns: Map<ColumnName, number>, isDirectoryLive: boolean): void {
  const required: ColumnName[] = ['name', 'description', 'category', 'whatsapp_link']
  if (!columns.has('requested_place')) required.push('location')
  if (isDirectoryLive) required.push('languages')
  const missing = required.filter((name) => !columns.has(name)).map(fieldLabel)
  if (missing.length === 0) return
  throw fileError(
    `The first row must name the columns. ${missing.length === 1 ? 'This column is' : 'These columns are'} missing: ${listFields(missing)}.`,
  )
}

/** The id makes it safe to send the row again after a lost response. */
function toValues({ may_publish: _mayPublish, groups, ...columns }: CommunityValues) {
  return { id: crypto.randomUUID(), ...columns, groups: groups.map(({ name }) => name) }
}

/* Reads the cells of a row. */

type ImportPlace = Pick<Tables<'places'>, 'name' | 'country' | 'known_names' | 'is_active'>
type CellOf = (name: ColumnName) => string
type Report = (name: ColumnName, message: string) => void

/** Returns the cells of a row as the input of the form. Reports values that the form would not offer. */
function readCells(cell: CellOf, findPlace: FindPlace, report: Report): CommunityInput {
  const choose = <Value extends string>(
    name: 'category' | 'join_type',
    choices: readonly Value[],
    namesOf: (value: Value) => readonly string[],
  ) => {
    const text = plainWords(cell(name))
    const chosen = choices.find((one) => [one, ...namesOf(one)].map(plainWords).includes(text))
    if (!chosen && text) report(name, `Unknown ${fieldLabel(name).toLowerCase()}: ${cell(name)}`)
    return chosen
  }
  const languages = readLanguages(cell('languages'))
  const [unknown] = languages.unknown
  if (unknown) report('languages', `Unknown language: ${unknown}`)
  const category = choose('category', allCategories, (value) => categoryAliases[value])
  return {
    name: cell('name'),
    description: cell('description'),
    host_name: cell('host_name'),
    host_intro: cell('host_intro'),
    ...readPlace(cell, findPlace, report),
    category: category ?? '',
    languages: languages.codes.join(','),
    // Lists of other directories may have no counts.
    member_count: cell('member_count').trim() || '0',
    whatsapp_link: cell('whatsapp_link'),
    join_type: choose('join_type', allJoinTypes, (value) => [joinTypeLabels[value]]) ?? 'open',
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
function findDamage(name: ColumnName, cell: string): string | undefined {
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

type FindPlace = (text: string) => ImportPlace | undefined

/** Returns a function that finds a place by any of its names, also followed by the country. */
function createFindPlace(places: readonly ImportPlace[]): FindPlace {
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
