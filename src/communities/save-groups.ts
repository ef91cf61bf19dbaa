import { supabase } from '../supabase/client.ts'
import type { CommunityValues } from './community-schema.ts'

type Group = CommunityValues['groups'][number]

/** Ids of the groups that the database has, with the names it has them under. */
export type KnownGroups = Map<string, string>

/**
 * Adds new groups and renames changed ones. `known` follows what was saved, so that after a failure
 * the next save goes on from there.
 */
export async function saveGroups(
  communityId: string,
  groups: Group[],
  known: KnownGroups,
): Promise<void> {
  for (const group of groups) {
    if (known.get(group.id) === group.name) continue
    // One after the other: which ones were saved stays clear when one of them fails.
    // oxlint-disable-next-line no-await-in-loop
    await saveGroup(communityId, group, known.has(group.id))
    known.set(group.id, group.name)
  }
}

async function saveGroup(communityId: string, group: Group, isKnown: boolean): Promise<void> {
  const saved = isKnown
    ? (await rename(group)) || (await add(communityId, group))
    : (await add(communityId, group)) || (await rename(group))
  if (!saved) throw new Error(`The group ${group.name} was not saved`)
}

/** False when there is no such group, because somebody deleted it meanwhile. */
async function rename({ id, name, description }: Group): Promise<boolean> {
  const { data, error } = await supabase
    .from('community_groups')
    .update({ name, description })
    .eq('id', id)
    .select('id')
  if (error) throw error
  return data.length > 0
}

/** False when the group is there already, because the answer to an earlier attempt was lost. */
async function add(community_id: string, { id, name, description }: Group): Promise<boolean> {
  const { data, error } = await supabase
    .from('community_groups')
    .upsert({ id, community_id, name, description }, { onConflict: 'id', ignoreDuplicates: true })
    .select('id')
  if (error) throw error
  return data.length > 0
}
