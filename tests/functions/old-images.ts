import type { startFunctionBackend } from './backend.ts'

type Sql = Awaited<ReturnType<typeof startFunctionBackend>>['sql']

/** Inserts rows of images that are nine days old, without files. */
export const insertOldImages = (sql: Sql, { id }: { id: string }, count: number) =>
  sql.query(
    `insert into storage.objects (bucket_id, name, created_at)
     select 'community-images', image_folder || '/' || (1600000000000 + n) || '-compressed.jpg',
       now() - interval '9 days'
     from public.profiles, generate_series(1, $2) as n where id = $1`,
    [id, count],
  )
