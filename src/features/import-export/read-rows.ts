import { fieldLabel, fieldNames, listFields } from '../community/fields.ts'
import { communitySchema, type CommunityValues } from '../listing/community-schema.ts'
import { parseWhatsAppLink } from '../listing/whatsapp-link.ts'
import { plainWords } from '../../lib/plain-words.ts'
import { maxImportedRows } from '../../supabase/rules/limits.ts'
import { formatCount } from '../../ui/format.ts'
import {
  type ColumnName,
  createFindPlace,
  findDamage,
  type ImportPlace,
  readCells,
} from './read-cells.ts'
import { fileError, type Table, type TableRow } from './read-table.ts'

/** A row of the file, with the community to import or with its problems. */
export type ImportRow = TableRow & {
  name: string
  place: string
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
      place: input.location || (input.requested_place ?? ''),
      problems: [...problems.values()],
      values: data && problems.size === 0 ? toValues(data) : null,
    }
  }
  const used = new Set(columns.values())
  return {
    rows: rows.map(readRow),
    ignored: headers.filter((header, index) => header !== '' && !used.has(index)),
  }
}

/** Returns the position of each known column. A column is named as in the export or in the database. */
function findColumns(headers: readonly string[]): Map<ColumnName, number> {
  const words = headers.map(plainWords)
  const positions = columnNames.map((name): [ColumnName, number] => [
    name,
    words.findIndex((word) => word === plainWords(fieldLabel(name)) || word === plainWords(name)),
  ])
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
