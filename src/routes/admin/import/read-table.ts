import papaparse from 'papaparse'
import { UserError } from '../../../supabase/errors.ts'
import { unescapeFormula } from '../export/csv.ts'

/** `number` is the row in a spreadsheet, where the header is row 1. */
export type TableRow = { number: number; cells: string[] }
export type Table = { headers: string[]; rows: TableRow[] }

const maxBytes = 10 * 1024 * 1024
const separators = [',', ';', '\t']

/** The message of this error is all that users see. */
export const fileError = (message: string) => new UserError(message, { isComplete: true })

/**
 * Reads a CSV file as spreadsheets write it: separated by commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252.
 *
 * @throws UserError if it is not a CSV file
 */
export async function readTable(file: Blob): Promise<Table> {
  if (file.size > maxBytes) throw fileError('Choose a file of at most 10 MB.')
  const bytes = await file.arrayBuffer().catch(() => {
    throw fileError("This file couldn't be read. Choose it again.")
  })
  return parseTable(decode(bytes))
}

function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
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
