import { saveFile } from '../../../lib/save-file.ts'

export type Cell = string | number | boolean | null

/**
 * A spreadsheet takes a cell that begins like this for a formula, also in its full-width forms and
 * after blanks; an apostrophe in front makes it text again.
 */
const formula = /^\s*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

/** The same after the characters that separate cells in other countries' spreadsheets. */
const laterFormula = /([;\t]\s*)(?=[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20])/g

/** Rows as CSV (RFC 4180) that is safe to open in a spreadsheet. */
export function toCsv(headers: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [headers, ...rows].map((row) => row.map(toText).join(',')).join('\r\n')
}

function toText(cell: Cell): string {
  const text = String(harmless(cell) ?? '')
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function harmless(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell
  return (formula.test(cell) ? `'${cell}` : cell).replace(laterFormula, "$1'")
}

/** Hands a CSV file to the browser to save. The mark at its start makes Excel read it as UTF-8. */
export function saveCsv(name: string, csv: string): void {
  saveFile(name, new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }))
}
