import type { LocalSupabase } from '../../supabase/local/start.ts'

/** Returns what a function of the database, such as `private.clean_line`, makes of each text. */
export async function cleanInDatabase(
  { connection }: LocalSupabase,
  cleanFunction: string,
  texts: string[],
): Promise<string[]> {
  const { rows } = await connection.driver.query<{ value: string }>(
    `select ${cleanFunction}(value) as value from unnest($1::text[]) with ordinality as given (value, place)
     order by place`,
    [texts],
  )
  return rows.map(({ value }) => value)
}
