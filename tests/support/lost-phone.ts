import { readFileSync } from 'node:fs'

/** Reads the statements that docs/troubleshooting.md tells an operator to run for a user who has lost their phone. */
export function readResetStatements(email: string): string {
  const text = readFileSync('docs/troubleshooting.md', 'utf8')
  const [, statements] = /```sql\n(begin;\n[^`]*auth\.mfa_factors[^`]*)```/.exec(text) ?? []
  if (!statements?.includes('user@example.com'))
    throw new Error('The documented statements changed')
  return statements.replaceAll('user@example.com', email)
}
