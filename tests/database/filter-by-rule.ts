import type { LocalSupabase } from '../../supabase/local/start.ts'

/** Returns the texts that satisfy a rule of the database: an SQL condition on `value`. */
export async function filterByRule(
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
