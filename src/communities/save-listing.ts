import { supabase } from '../supabase/client.ts'
import { hasErrorCode } from '../supabase/error-message.ts'
import { type Listing, listingColumns } from './listing.ts'
import type { ListingValues } from './listing-schema.ts'
import type { Role } from './vocabulary.ts'

type Save = {
  /** Made by the page, so that a repeated insert cannot list a community twice. */
  id: string
  values: ListingValues
  /** The version that the edit started from; null while the listing was never saved. */
  base: Listing | null
  role: Role
}

/** Writes the listing itself and returns it as it is stored now. Throws what the database says. */
export async function saveListing({ id, values, base, role }: Save): Promise<Listing> {
  if (base) return updateListing(base, values, role)

  const { data, error } = await supabase
    .from('communities')
    .insert({ id, ...columnsOf(values) })
    .select(listingColumns)
    .single()
  if (!error) return data

  // A row with this id is this listing: an earlier answer was lost on its way.
  const saved = hasErrorCode(error, '23505') ? await readListing(id) : null
  if (!saved) throw error
  return updateListing(saved, values, role)
}

/** The listing as it is stored now; null when it is gone. */
export async function readListing(id: string): Promise<Listing | null> {
  const { data, error } = await supabase
    .from('communities')
    .select(listingColumns)
    .eq('id', id)
    .maybeSingle()
  if (error) throw error
  return data
}

async function updateListing(base: Listing, values: ListingValues, role: Role): Promise<Listing> {
  // The owner's form shows the held version, so what it does not send again is withdrawn.
  const held = role === 'owner' ? { held_changes: null } : {}
  const { data, error } = await supabase
    .from('communities')
    // The database refuses any version but the current one.
    .update({ ...columnsOf(values), ...held, updated_at: base.updated_at })
    .eq('id', base.id)
    .select(listingColumns)
    .maybeSingle()
  if (error) throw error
  if (!data) throw new ListingGone()
  return data
}

/** No row was changed: the listing was deleted, or belongs to somebody else. */
export class ListingGone extends Error {
  override message = 'This listing no longer exists, or you may no longer edit it.'
}

function columnsOf({ groups: _groups, may_publish: _may, ...columns }: ListingValues) {
  return columns
}
