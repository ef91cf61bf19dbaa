import papaparse from 'papaparse'
import { saveFile } from '../../lib/save-file.ts'

export type Cell = string | number | boolean | null

/**
 * Spreadsheets read a cell that starts like this as a formula, including full-width characters and leading
 * whitespace. A leading apostrophe makes it text. A number or a phone number needs none. Also matches after apostrophes,
 * so that `unescapeFormula` restores a text that already starts with one.
 */
const formula =
  /^'*(?:\s*(?:[=@\uFF1D\uFF0B\uFF0D\uFF20]|[+-](?!\(?\d[\d\s().,]*(?:ext\. \d+)?$))|[\t\r\n])/

/** Returns the text of an exported cell. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell

/** Returns the rows as CSV (RFC 4180) whose cells a spreadsheet reads as text, not formulas. */
export const toCsv = (headers: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  papaparse.unparse([headers, ...rows], {
    escapeFormulae: formula,
    // Semicolons and tabs also separate cells, unless they are quoted.
    quotes: (cell: unknown) => /[;\t]/.test(String(cell)),
  })

/** Returns a timestamp of the database as spreadsheets read it, in UTC: '2026-11-25 09:30:00'. */
export const toDateCell = (timestamp: string | null): string | null =>
  timestamp && new Date(timestamp).toISOString().slice(0, 19).replace('T', ' ')

/** The country code of an international number (ITU-T E.164), or the first digits of another one. */
const phoneStart =
  /^(\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})|\d{3}) *(?=[\d(])/

/**
 * Returns a phone number with spaces between its parts. Without one, a spreadsheet would read '+66812345678' and
 * '0812345678' as numbers, and compute '+49-151-2345678'.
 */
export const toPhoneCell = (phone: string | null): string | null =>
  phone && phone.replaceAll(/(?<!ext)[-./]+ */g, ' ').replace(phoneStart, '$1 ')

/** Downloads a CSV file. The byte order mark makes Excel read it as UTF-8. */
export function saveCsv(name: string, csv: string): void {
  saveFile(name, new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }))
}
