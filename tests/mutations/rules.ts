import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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

const folder = join(import.meta.dirname, 'table')

/** Every rule in the files of `table/`. */
export const brokenRules = readdirSync(folder).flatMap((name) =>
  readFileSync(join(folder, name), 'utf8').split(/^@@ /m).slice(1).flatMap(readRules),
)

/** Reads the rules of a file: a name with the test, and lines that start with -, + and ! for text, replacement and SQL. */
function readRules(section: string): BrokenRule[] {
  const [file = ''] = section.split('\n')
  const rules = section.matchAll(/^([^-+!\n].*) \((\S+)\)\n((?:[-+!].*\n)+)/gm)
  return [...rules].map(([, name = '', test = '', body = '']) => {
    const linesOf = (mark: string) =>
      body
        .split('\n')
        .flatMap((line) => (line.startsWith(mark) ? [line.slice(1)] : []))
        .join('\n')
    const sql = linesOf('!')
    return {
      name,
      file,
      text: linesOf('-'),
      replacement: linesOf('+'),
      test: `tests/${test}.test.${test.startsWith('component/') ? 'tsx' : 'ts'}`,
      ...(sql && { sql }),
    }
  })
}
