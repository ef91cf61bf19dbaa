import { stockPhoto as categoryPhoto } from '../../src/features/community/images.ts'
import { emptyForm, type CommunityInput } from '../../src/features/listing/community-schema.ts'
import type { Enums, TablesInsert } from '../../src/supabase/database.types.ts'
import { type TestUser, createSecretClient } from './users.ts'

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** Returns a unique invite link. */
export function newInviteLink(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(22))
  const code = Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
  return `https://chat.whatsapp.com/${code}`
}

export const stockPhoto = 'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800'

/** Returns the columns that an owner may insert. */
export function newCommunity(
  changes: Partial<TablesInsert<'communities'>> = {},
): TablesInsert<'communities'> {
  return {
    name: 'Sunrise Swimmers',
    description: 'We meet at six and swim before work.',
    location: 'Cape Town',
    whatsapp_link: newInviteLink(),
    join_type: 'open',
    image_url: stockPhoto,
    category: 'Sports',
    languages: ['en'],
    member_count: 12,
    ...changes,
  }
}

/** Returns a valid community form. */
export const filledForm = (changes: Partial<CommunityInput> = {}): CommunityInput => ({
  ...emptyForm,
  name: 'Sunrise Swimmers',
  description: 'We meet at six.',
  location: 'Cape Town',
  category: 'Sports',
  languages: 'en',
  member_count: '12',
  whatsapp_link: newInviteLink(),
  image_url: categoryPhoto('Sports'),
  may_publish: true,
  ...changes,
})

/** Inserts a community as its owner, then sets its status and the other columns that only an admin may write. */
export async function createCommunity(
  owner: TestUser,
  changes: Partial<TablesInsert<'communities'>> = {},
) {
  const { status, rejection_reason, approval_date, approved_by, held_changes, held_at, ...sent } =
    changes
  const inserted = owner.client.from('communities').insert(newCommunity(sent))
  const { data } = await inserted.select().single().throwOnError()
  if (!status) return { ...data, community_blocks: [] }
  const decided = createSecretClient()
    .from('communities')
    .update({ status, rejection_reason, approval_date, approved_by, held_changes, held_at })
    .eq('id', data.id)
  return { ...(await decided.select().single().throwOnError()).data, community_blocks: [] }
}

/** Updates a community as a user, who may be an attacker: the changes need not follow the types. */
export const updateCommunity = (
  { client }: Pick<TestUser, 'client'>,
  id: string,
  changes: object,
) =>
  client
    .from('communities')
    .update(JSON.parse(JSON.stringify(changes)))
    .eq('id', id)
    .select()

/** Adds a group to a community as a user. */
export const addGroup = (
  { client }: Pick<TestUser, 'client'>,
  community_id: string,
  name = 'Early birds',
) => client.from('community_groups').insert({ community_id, name }).select().single()

/** Accepts or declines the held changes of a community in its current version. */
export async function decideHeldChanges(
  { client }: Pick<TestUser, 'client'>,
  community_id: string,
  decision: 'accept' | 'decline',
): Promise<void> {
  const found = client.from('communities').select('updated_at, groups_changed_at')
  const { data } = await found.eq('id', community_id).single().throwOnError()
  await client
    .rpc('decide_changes', {
      community_id,
      version: data.updated_at,
      is_accepted: decision === 'accept',
      ...(data.groups_changed_at && { groups_seen_at: data.groups_changed_at }),
      ...(decision === 'decline' && { reason: 'No.' }),
    })
    .throwOnError()
}

/** Inserts approved communities. */
export async function createApproved(
  owner: TestUser,
  communities: Partial<TablesInsert<'communities'>>[],
) {
  const approved = { owner_id: owner.id, status: 'approved' as const }
  const rows = communities.map((changes) => ({ ...newCommunity(changes), ...approved }))
  const inserted = createSecretClient().from('communities').insert(rows)
  return (await inserted.select('id').throwOnError()).data
}

/** Reads a community with its blocks, with the secret key. */
export async function readCommunity(id: string) {
  const found = createSecretClient()
    .from('communities')
    .select('*, community_blocks (kind, since, created_by, reason)')
    .eq('id', id)
    .order('kind', { referencedTable: 'community_blocks' })
  return (await found.single().throwOnError()).data
}

/** Blocks a community with the secret key: an admin's block needs a reason. */
export const block = (community_id: string, kind: Enums<'block_kind'>, reason?: string) =>
  createSecretClient()
    .from('community_blocks')
    .insert({ community_id, kind, reason })
    .throwOnError()
