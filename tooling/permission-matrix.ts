import { readFileSync } from 'node:fs'

/** The columns of the matrix, in order. */
const statedRoles = [
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
/** The section 'Suspended users' states how their rights are derived, and has a table of the others. */
const suspendedRoles = ['suspended owner', 'suspended admin'] as const
export const roles = [...statedRoles, ...suspendedRoles] as const
export type Role = (typeof roles)[number]

/** The letters of each role in a row of the matrix. */
export type Rights = Record<Role, string>

/** Reads docs/permissions.md. Returns the rights by subject, such as `profiles.name`. */
export function readStatedRights(): Map<string, Rights> {
  const text = readFileSync('docs/permissions.md', 'utf8')
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map(readCells)
  const ofSuspended = new Map(
    rows.flatMap(({ subject, letters }) =>
      letters.length === suspendedRoles.length ? [[subject, letters] as const] : [],
    ),
  )
  return new Map(
    rows.flatMap(({ subject, letters }) => {
      if (letters.length === suspendedRoles.length) return []
      if (letters.length !== statedRoles.length)
        throw new Error(`A row with missing cells: ${subject}`)
      const stated = (role: Role) => letters[roles.indexOf(role)] ?? ''
      const isForVisitors = stated('anonymous') === 'X'
      const suspended =
        ofSuspended.get(subject) ??
        (['owner', 'stranger'] as const).map((role) =>
          isForVisitors ? 'X' : onlyReading(stated(role)),
        )
      return [
        [
          subject,
          rightsOf((role) => [...letters, ...suspended][roles.indexOf(role)] ?? ''),
        ] as const,
      ]
    }),
  )
}

function readCells(line: string): { subject: string; letters: string[] } {
  const [subject = '', ...cells] = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
  const letters = cells.map((cell) => (cell === '–' ? '' : cell))
  return { subject: subject.replaceAll('`', ''), letters }
}

const onlyReading = (letters: string) => (letters.includes('R') ? 'R' : '')

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
    'suspended owner': lettersOf('suspended owner'),
    'suspended admin': lettersOf('suspended admin'),
  }
}
