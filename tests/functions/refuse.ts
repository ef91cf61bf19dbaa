import type { startFunctionBackend } from './backend.ts'

type Sql = Awaited<ReturnType<typeof startFunctionBackend>>['sql']

/** Runs work while statements of this kind are refused, as by a timeout. */
export async function whileRefused(
  sql: Sql,
  statement: string,
  condition: string,
  work: () => Promise<void>,
) {
  await sql.exec(`
    create function public.refuse() returns trigger language plpgsql as $$
    begin
      if ${condition} then raise exception 'canceling statement due to statement timeout'; end if;
      return null;
    end $$;
    create trigger refuse after ${statement} for each statement execute function public.refuse()`)
  try {
    await work()
  } finally {
    await sql.exec('drop function public.refuse cascade')
  }
}
