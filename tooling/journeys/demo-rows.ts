import type { LocalSupabase } from '../../supabase/local/start.ts'

/** The backend behind the page; `connection` bypasses row-level security. */
export type Backend = LocalSupabase

export const lucaId = '33333333-3333-4333-8333-333333333333'
const meiId = '44444444-4444-4444-8444-444444444444'
const stockPhoto = 'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800'

type Community = {
  name: string
  owner?: string
  status?: string
  held?: object
  createdAt?: string
}

/** Adds a community of a demo owner and returns its id. */
export async function addCommunity(backend: Backend, community: Community): Promise<string> {
  const id = crypto.randomUUID()
  const { name, owner = lucaId, status = 'pending', held, createdAt } = community
  await backend.connection.driver.query(
    `insert into public.communities
       (id, name, description, location, whatsapp_link, image_url, category, owner_id, status,
        held_changes, held_at, created_at)
     values ($1, $2, 'Added by a test.', 'Bali', $3, $4, 'Culture', $5, $6, $7,
       case when $7::jsonb is not null then now() end, coalesce($8::timestamptz, now()))`,
    [
      id,
      name,
      `https://chat.whatsapp.com/${id.replaceAll('-', '').slice(0, 22)}`,
      stockPhoto,
      owner,
      status,
      held ? JSON.stringify(held) : null,
      createdAt ?? null,
    ],
  )
  return id
}

/**
 * Adds pending communities that come first in the queue, in this order. Discards held changes, which would
 * come before them.
 */
export async function addPending(backend: Backend, names: readonly string[]) {
  await backend.connection.driver.query(
    'update public.communities set held_changes = null, held_at = null where held_at is not null',
  )
  for (const [index, name] of names.entries()) {
    const createdAt = new Date(Date.UTC(2001, 0, 1, 0, index)).toISOString()
    await addCommunity(backend, { name, owner: meiId, createdAt })
  }
}

type Report = { reason: string; comment?: string | null; reporter?: string }

/** Adds a report by a demo user. */
export const addReport = (
  backend: Backend,
  communityId: string,
  { reason, comment = null, reporter = 'mei@example.com' }: Report,
) =>
  backend.connection.driver.query(
    `insert into public.community_reports (community_id, reporter_id, reason, comment)
     select $1, id, $2, $3 from public.profiles where email = $4`,
    [communityId, reason, comment, reporter],
  )
