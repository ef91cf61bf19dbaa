import papaparse from 'papaparse'
import { saveFile } from '../../lib/save-file.ts'
import { UserError } from '../../supabase/errors.ts'

export type Cell = string | number | boolean | null

/**
 * Spreadsheets read a cell that starts like this as a formula, including full-width characters and leading
 * whitespace. A leading apostrophe makes it text. A number or a phone number needs none. Also matches after apostrophes,
 * so that `unescapeFormula` restores a text that already starts with one.
 */
const formula =
  /^'*(?:\s*(?:[=@\uFF1D\uFF0B\uFF0D\uFF20]|[+-](?!\(?\d[\d\s().,]*(?:ext\. \d+)?$))|[\t\r\n])/

/** Returns the text of an exported cell. */
const unescapeFormula = (cell: string): string =>
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

/* Reads CSV files. */

/** `number` is the row in a spreadsheet, where the header is row 1. */
export type TableRow = { number: number; cells: string[] }
export type Table = { headers: string[]; rows: TableRow[] }

/** By the labels of `TextDecoder`. Spreadsheets write the encoding of the computer's language. */
export const encodingNames = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1250': 'Windows-1250 (Central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1255': 'Windows-1255 (Hebrew)',
  'windows-1256': 'Windows-1256 (Arabic)',
  macintosh: 'Mac Roman',
  shift_jis: 'Shift_JIS (Japanese)',
  gb18030: 'GB18030 (Chinese)',
  big5: 'Big5 (Chinese)',
  'euc-kr': 'EUC-KR (Korean)',
} as const
export type Encoding = keyof typeof encodingNames

/** The encoding that was assumed or chosen for a file that is neither UTF-8 nor UTF-16, with cells to check. */
export type Doubt = { encoding: Encoding; samples: { number: number; text: string }[] }

const maxSamples = 5

/** What stands for bytes that the encoding lacks. */
export const unreadable = '\uFFFD'

const maxBytes = 10 * 1024 * 1024
const separators = [',', ';', '\t']

/** The message of this error is all that users see. */
export const fileError = (message: string) => new UserError(message, { isComplete: true })

/**
 * Reads a CSV file as spreadsheets write it: separated by commas, semicolons or tabs, in UTF-8, UTF-16 or another
 * encoding, by default Windows-1252.
 *
 * @throws UserError if it is not a CSV file
 */
export async function readTable(
  file: Blob,
  chosen?: Encoding,
): Promise<Table & { doubt: Doubt | null }> {
  if (file.size > maxBytes) throw fileError('Choose a file of at most 10 MB.')
  const bytes = await file.arrayBuffer().catch(() => {
    throw fileError("This file couldn't be read. Choose it again.")
  })
  const { text, encoding } = decode(bytes, chosen)
  const table = parseTable(text)
  if (!encoding) return { ...table, doubt: null }
  const isSample = (cell: string) =>
    encoding === 'utf-8' ? cell.includes(unreadable) : /\P{ASCII}/u.test(cell)
  const samples = table.rows.flatMap(({ number, cells }) =>
    cells.filter(isSample).map((cell) => ({ number, text: cell })),
  )
  return { ...table, doubt: { encoding, samples: samples.slice(0, maxSamples) } }
}

/** Returns the text, and its encoding unless that is certain. */
function decode(bytes: ArrayBuffer, chosen?: Encoding): { text: string; encoding?: Encoding } {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes) }
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes) }
  const utf8 = new TextDecoder('utf-8').decode(bytes)
  const count = (pattern: RegExp) => utf8.match(pattern)?.length ?? 0
  const damaged = count(/\uFFFD/g)
  // Also a file that was damaged before, in which every byte is valid.
  if (!chosen && damaged === 0) return { text: utf8 }
  const encoding = chosen ?? (count(/[^\p{ASCII}\uFFFD]/gu) >= damaged ? 'utf-8' : 'windows-1252')
  if (encoding === 'utf-8') return { text: utf8, encoding }
  // Encodings of single bytes turn those that they lack into controls.
  const text = new TextDecoder(encoding).decode(bytes).replaceAll(/[\u0080-\u009F]/g, unreadable)
  return { text, encoding }
}

function parseTable(text: string): Table {
  if (text.includes('\0') || text.startsWith('PK\u0003\u0004')) {
    throw fileError(
      "This isn't a CSV file. Save the table as CSV in your spreadsheet, and choose that file.",
    )
  }
  // Excel writes the separator into the first line, and shows the next one as row 1.
  const content = text.replaceAll(/\r\n?/g, '\n').replace(/^sep=.\n/i, '')
  const parseWith = (delimiter: string, preview = 0) =>
    papaparse.parse<string[]>(content, { delimiter, newline: '\n', preview })
  const countHeaders = (separator: string) => parseWith(separator, 1).data[0]?.length ?? 0
  const [separator = ','] = separators.toSorted((a, b) => countHeaders(b) - countHeaders(a))
  const { data, errors } = parseWith(separator)
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) {
    throw fileError(
      `The quotation marks in row ${(broken.row ?? 0) + 1} don't match. Correct the file, and choose it again.`,
    )
  }
  const [headers, ...rows] = data
    .map((cells, index) => ({ number: index + 1, cells: cells.map(unescapeFormula) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (!headers) throw fileError('This file is empty.')
  return { headers: headers.cells.map((header) => header.trim()), rows }
}
