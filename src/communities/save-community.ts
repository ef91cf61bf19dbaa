import { supabase } from '../supabase/client.ts'
import { hasErrorCode } from '../supabase/errors.ts'
import { type Community, communityColumns } from './fields.ts'
import type { CommunityValues } from './community-schema.ts'
import type { Role } from './vocabulary.ts'

type Save = {
  /** Made by the page, so that a repeated insert cannot list a community twice. */
  id: string
  values: CommunityValues
  /** The version that the edit started from; null while the community was never saved. */
  base: Community | null
  role: Role
}

/** Writes the community itself and returns it as it is stored now. Throws what the database says. */
export async function saveCommunity({ id, values, base, role }: Save): Promise<Community> {
  if (base) return updateCommunity(base, values, role)

  const { data, error } = await supabase
    .from('communities')
    .insert({ id, ...columnsOf(values) })
    .select(communityColumns)
    .single()
  if (!error) return data

  // A row with this id is this community: an earlier answer was lost on its way.
  const saved = hasErrorCode(error, '23505') ? await readCommunity(id) : null
  if (!saved) throw error
  return updateCommunity(saved, values, role)
}

/** The community as it is stored now; null when it is gone. */
export async function readCommunity(id: string): Promise<Community | null> {
  const { data, error } = await supabase
    .from('communities')
    .select(communityColumns)
    .eq('id', id)
    .maybeSingle()
  if (error) throw error
  return data
}

async function updateCommunity(
  base: Community,
  values: CommunityValues,
  role: Role,
): Promise<Community> {
  // The owner's form shows the held version, so what it does not send again is withdrawn.
  const held = role === 'owner' ? { held_changes: null } : {}
  const { data, error } = await supabase
    .from('communities')
    // The database refuses any version but the current one.
    .update({ ...columnsOf(values), ...held, updated_at: base.updated_at })
    .eq('id', base.id)
    .select(communityColumns)
    .maybeSingle()
  if (error) throw error
  if (!data) throw new CommunityGone()
  return data
}

/** No row was changed: the community was deleted, or belongs to somebody else. */
export class CommunityGone extends Error {
  override message = 'This community no longer exists, or you may no longer edit it.'
}

function columnsOf({ groups: _groups, may_publish: _may, ...columns }: CommunityValues) {
  return columns
}
