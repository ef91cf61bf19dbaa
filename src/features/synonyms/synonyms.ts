import { queryOptions, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { supabase } from '../../supabase/client.ts'
import type { Tables } from '../../supabase/database.types.ts'
import { unwrap, UserError } from '../../supabase/errors.ts'
import { readAllRows } from '../../supabase/read-all.ts'
import { maxSynonym, maxSynonyms } from '../../supabase/rules/limits.ts'
import { listRule } from '../admin/list-rule.ts'

const columns = 'id, terms, updated_at'

/** A group of words that mean the same in a search. */
export type Synonyms = Pick<Tables<'synonyms'>, 'id' | 'terms' | 'updated_at'>

export const allSynonyms = queryOptions({
  queryKey: ['admin', 'synonyms'],
  queryFn: ({ signal }): Promise<Synonyms[]> =>
    readAllRows((from, to) =>
      supabase
        .from('synonyms')
        .select(columns)
        .order('terms')
        .order('id')
        .range(from, to)
        .abortSignal(signal),
    ),
})

export const reloadSynonyms = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: allSynonyms.queryKey })

/** The rules of the form, which the database also enforces. */
export const synonymsSchema = z.object({
  terms: listRule(
    { each: 'word', maxLength: maxSynonym },
    z.minLength(2, 'Please enter at least two different words'),
    z.maxLength(maxSynonyms, `Please enter at most ${maxSynonyms} words`),
  ),
})

export type SynonymsValues = z.output<typeof synonymsSchema>

/** The code of the error when another admin has deleted the row. */
export const goneCode = 'PT410'

function requireRow(row: Synonyms | null): Synonyms {
  if (row) return row
  throw new UserError('Another admin has deleted them. Save to add them again.', {
    code: goneCode,
  })
}

/** @throws UserError with code PT412 if another admin has changed the row since it was loaded, or with `goneCode` */
export async function updateSynonyms(
  { id, updated_at }: Synonyms,
  { terms }: SynonymsValues,
): Promise<Synonyms> {
  const update = supabase.from('synonyms').update({ terms, updated_at }).eq('id', id)
  return requireRow(unwrap(await update.select(columns).maybeSingle()))
}

export async function insertSynonyms({ terms }: SynonymsValues): Promise<Synonyms> {
  return unwrap(await supabase.from('synonyms').insert({ terms }).select(columns).single())
}

/** @throws UserError with `goneCode` */
export async function readSynonyms(id: string): Promise<Synonyms> {
  return requireRow(
    unwrap(await supabase.from('synonyms').select(columns).eq('id', id).maybeSingle()),
  )
}

/** Deletes only the version that the admin has read. */
export async function deleteSynonyms({ id, updated_at }: Synonyms): Promise<void> {
  const deleted = supabase.from('synonyms').delete().eq('id', id).eq('updated_at', updated_at)
  unwrap(
    await deleted.select('id').maybeSingle(),
    'Another admin has changed or deleted them. Cancel to see the current list.',
  )
}
