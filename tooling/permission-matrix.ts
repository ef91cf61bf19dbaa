import { readFileSync } from 'node:fs'

/** The columns of the matrix, in order. */
export const roles = [
  'no key',
  'anonymous',
  'deleted user',
  'stranger',
  'former admin',
  'owner',
  'owner at aal1',
  'owner at aal2',
  'admin',
] as const
export type Role = (typeof roles)[number]

/** The letters of each role in a row of the matrix. */
export type Rights = Record<Role, string>

/** Reads docs/permissions.md. Returns the rights by subject, such as `profiles.name`. */
export function readStatedRights(): Map<string, Rights> {
  const text = readFileSync('docs/permissions.md', 'utf8')
  const rows = text.split('\n').filter((line) => line.startsWith('| `'))
  return new Map(rows.map(readRow))
}

function readRow(line: string): [string, Rights] {
  const [subject = '', ...letters] = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
  if (letters.length !== roles.length) throw new Error(`A row with missing cells: ${line}`)
  return [subject.replaceAll('`', ''), rightsOf((role) => lettersIn(letters[roles.indexOf(role)]))]
}

const lettersIn = (cell = '') => (cell === '–' ? '' : cell)

/** Builds a row from a function of the role. */
export function rightsOf(lettersOf: (role: Role) => string): Rights {
  return {
    'no key': lettersOf('no key'),
    anonymous: lettersOf('anonymous'),
    'deleted user': lettersOf('deleted user'),
    stranger: lettersOf('stranger'),
    'former admin': lettersOf('former admin'),
    owner: lettersOf('owner'),
    'owner at aal1': lettersOf('owner at aal1'),
    'owner at aal2': lettersOf('owner at aal2'),
    admin: lettersOf('admin'),
  }
}
