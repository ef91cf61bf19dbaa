import * as z from 'zod/mini'
import type { Sql } from './users.ts'

const columnSchema = z.object({
  name: z.string(),
  type: z.string(),
  /** The values of an enum. */
  labels: z.nullable(z.array(z.string())),
})

export type Column = z.infer<typeof columnSchema>

/** Lists the columns of a table, in order. */
export async function listColumns(sql: Sql, table: string): Promise<Column[]> {
  const { rows } = await sql.query(
    `select attname as name, format_type(atttypid, null) as type,
       (select json_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = atttypid) as labels
     from pg_attribute
     where attrelid = ('public.' || $1)::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  )
  return z.array(columnSchema).parse(rows)
}

/** Returns a value that an attacker would write into a column. */
export function newValue({ name, type, labels }: Column, current?: unknown): unknown {
  if (labels) return labels.find((label) => label !== current)
  switch (type) {
    case 'uuid':
      return crypto.randomUUID()
    case 'text':
      return `Changed ${crypto.randomUUID()}`
    case 'text[]':
      return [crypto.randomUUID()]
    case 'boolean':
      return current !== true
    case 'integer':
    case 'bigint':
    case 'double precision':
      return Number(current ?? 0) + 1
    case 'timestamp with time zone':
    case 'date':
      return '2001-01-01'
    case 'jsonb':
      return { changed: true }
    case 'tsvector':
    case 'tsquery':
      return 'found'
    default:
      throw new Error(`Add a value for ${name} of the type ${type}`)
  }
}
