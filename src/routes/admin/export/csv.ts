import { saveFile } from '../../../lib/save-file.ts'

export type Cell = string | number | boolean | null

/**
 * Spreadsheets read a cell that starts like this as a formula, including full-width characters and leading
 * whitespace. A leading apostrophe makes it text.
 */
const formula = /^\s*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

/** The same after semicolons and tabs, which separate cells in some locales. */
const laterFormula = /([;\t]\s*)(?=[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20])/g

/** Returns the rows as CSV (RFC 4180) whose cells a spreadsheet reads as text, not formulas. */
export function toCsv(headers: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [headers, ...rows].map((row) => row.map(toText).join(',')).join('\r\n')
}

function toText(cell: Cell): string {
  const text = String(escapeFormulas(cell) ?? '')
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function escapeFormulas(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell
  return (formula.test(cell) ? `'${cell}` : cell).replace(laterFormula, "$1'")
}

/** Downloads a CSV file. The byte order mark makes Excel read it as UTF-8. */
export function saveCsv(name: string, csv: string): void {
  saveFile(name, new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }))
}
