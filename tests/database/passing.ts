import type { LocalSupabase } from '../../supabase/local/start.ts'

/** Those of the texts that the rule of the database lets through; `rule` is SQL about `value`. */
export async function passing(
  { connection }: LocalSupabase,
  rule: string,
  texts: string[],
): Promise<string[]> {
  const { rows } = await connection.driver.query<{ value: string }>(
    `select value from unnest($1::text[]) with ordinality as given (value, place)
     where ${rule} order by place`,
    [texts],
  )
  return rows.map(({ value }) => value)
}
