import type { LocalSupabase } from '../../supabase/local/start.ts'

/** The backend behind the page; `connection` bypasses row-level security. */
export type Backend = LocalSupabase

export const luca = '33333333-3333-4333-8333-333333333333'
const stockPhoto = 'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800'

type Community = {
  name: string
  owner?: string
  status?: string
  held?: object
  createdAt?: string
}

/** Lists a community of a demo owner, and returns its id. */
export async function addCommunity(backend: Backend, community: Community): Promise<string> {
  const id = crypto.randomUUID()
  const { name, owner = luca, status = 'pending', held, createdAt } = community
  await backend.connection.driver.query(
    `insert into public.communities
       (id, name, description, location, whatsapp_link, image_url, category, owner_id, status,
        held_changes, held_at, created_at)
     values ($1, $2, 'Waiting since long ago.', 'Bali', $3, $4, 'Culture', $5, $6, $7,
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

/** Communities of a demo owner that have waited longer than any other, in this order. */
export async function addWaiting(backend: Backend, names: readonly string[]) {
  for (const [index, name] of names.entries()) {
    // One after the other, on the one connection there is.
    // oxlint-disable-next-line no-await-in-loop
    await backend.connection.driver.query(
      `insert into public.communities
         (name, description, location, whatsapp_link, image_url, category, owner_id, created_at)
       values ($1, 'Waiting since long ago.', 'Bali',
         'https://chat.whatsapp.com/' || left(md5($1), 22),
         'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800', 'Culture',
         '44444444-4444-4444-8444-444444444444', $2)`,
      [name, new Date(Date.UTC(2001, 0, 1, 0, index)).toISOString()],
    )
  }
}

type Report = { reason: string; comment?: string | null; by?: string }

/** Reports a community in the name of a demo person. */
export const addReport = (
  backend: Backend,
  communityId: string,
  { reason, comment = null, by = 'mei@example.com' }: Report,
) =>
  backend.connection.driver.query(
    `insert into public.community_reports (community_id, reporter_id, reason, comment)
     select $1, id, $2, $3 from public.profiles where email = $4`,
    [communityId, reason, comment, by],
  )

/** Removes what `addCommunity` and `addWaiting` have listed. */
export const removeWaiting = (backend: Backend) =>
  backend.connection.driver.query(
    `delete from public.communities where description = 'Waiting since long ago.'`,
  )
