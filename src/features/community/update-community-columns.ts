import { supabase } from '../../supabase/client.ts'
import type { TablesUpdate } from '../../supabase/database.types.ts'
import { unwrap } from '../../supabase/errors.ts'
import { communityGone } from './fields.ts'

/**
 * Updates columns of a community. With `updated_at`, the database refuses it if the community has changed since then.
 *
 * @throws UserError when nothing was updated
 */
export async function updateCommunityColumns(id: string, changes: TablesUpdate<'communities'>) {
  const update = supabase.from('communities').update(changes).eq('id', id)
  unwrap(await update.select('id').maybeSingle(), communityGone)
}
