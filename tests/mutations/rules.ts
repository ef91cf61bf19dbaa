/** A rule of the product and how `npm run mutations` breaks it. */
export interface BrokenRule {
  /** What would be possible: 'an owner approves their own community'. */
  name: string
  /** The file that states the rule. */
  file: string
  /** Occurs once in the file. */
  text: string
  replacement: string
  /** The test file that must fail. */
  test: string
  /** What breaks the rule in the database, where replacing the statement cannot: tables and blocks of code. */
  sql?: string
}

type Row = [test: string, text: string, replacement: string, sql?: string]

/** Lists rules of one file. Tests are named without their extension: 'database/attacks'. */
export const rulesOf = (file: string, rows: Record<string, Row>): BrokenRule[] =>
  Object.entries(rows).map(([name, [test, text, replacement, sql]]) => ({
    name,
    file,
    text,
    replacement,
    test: `tests/${test}.test.${test.startsWith('component/') ? 'tsx' : 'ts'}`,
    ...(sql !== undefined && { sql }),
  }))
