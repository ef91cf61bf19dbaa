import type { BrokenRule } from './rules.ts'

/** The statements that break a rule in a database; undefined if the rule is not in SQL. */
export function breakInDatabase(rule: BrokenRule, source: string): string | undefined {
  if (!rule.file.endsWith('.sql')) return undefined
  if (rule.sql !== undefined) return rule.sql
  const statement = findStatement(rule, source)
  const mutated = statement.replace(rule.text, () => rule.replacement)
  return isGrant(statement) ? revoke(statement) + mutated : replace(mutated)
}

/** The statements that restore the rule; undefined if only a new backend does. */
export function restoreInDatabase(rule: BrokenRule, source: string): string | undefined {
  if (!rule.file.endsWith('.sql') || rule.sql !== undefined) return undefined
  const statement = findStatement(rule, source)
  if (!isGrant(statement)) return replace(statement)
  return revoke(statement.replace(rule.text, () => rule.replacement)) + statement
}

const isGrant = (statement: string) => /^grant\b/.test(statement)

const revoke = (grant: string) =>
  grant.replace(/^grant\b/, 'revoke').replace(/\bto(?=\s[a-z_, ]+;\s*$)/, 'from')

/** Returns the statement with the text of a rule, without the comments before it. */
function findStatement({ name, text }: BrokenRule, source: string): string {
  const position = source.indexOf(text)
  let end = 0
  for (const statement of splitStatements(source)) {
    end += statement.length
    if (position < end) return statement.replace(/^(\s*--.*\n|\s)+/, '')
  }
  throw new Error(`No statement has the text of this rule: ${name}`)
}

/** Splits at semicolons that end a line, except in function bodies. */
function splitStatements(source: string): string[] {
  const statements = ['']
  let isInBody = false
  for (const line of source.split(/(?<=\n)/)) {
    statements[statements.length - 1] += line
    if (line.split('$$').length % 2 === 0) isInBody = !isInBody
    if (!isInBody && /^[^-].*;\s*$|^;/.test(line)) statements.push('')
  }
  return statements
}

/** Returns a statement that replaces what it would create. */
function replace(statement: string): string {
  const [, kind = '', name = ''] =
    /^create (policy|constraint trigger|trigger|function|view|unique index|index) ("[^"]+"|\S+)/.exec(
      statement,
    ) ?? []
  const [, table = ''] = /\bon ([a-z_.]+)/.exec(statement.replace(/^[^"]*"[^"]*"/, '')) ?? []
  switch (kind) {
    case 'policy':
      return `drop policy ${name} on ${table};\n${statement}`
    case 'constraint trigger':
      return `drop trigger ${name} on ${table};\n${statement}`
    case 'unique index':
    case 'index':
      return `drop index ${table.split('.')[0]}.${name};\n${statement}`
    case 'trigger':
    case 'function':
    case 'view':
      return statement.replace(/^create/, 'create or replace')
    default:
      throw new Error(`Cannot replace this statement: ${statement.slice(0, 60)}`)
  }
}
