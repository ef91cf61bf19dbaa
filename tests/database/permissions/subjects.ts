import type { People, Sql } from './people.ts'

/** A row of a table in one of its states, and what an attacker would write into each column. */
export interface Subject {
  table: string
  /** The column that tells rows apart. */
  key: string
  /** Makes a row that is the owner's, and returns its key. */
  make(sql: Sql, people: People): Promise<string>
  /** What is sent for a row in the given person's name; without it a second state of the table. */
  newRow?(sql: Sql, people: People, personId: string): Promise<Record<string, unknown>>
  values: Record<string, (people: People) => unknown>
}

/** Inserts a row past every rule and returns one of its columns. */
async function insertRow(sql: Sql, table: string, row: object, key: string): Promise<string> {
  const columns = Object.keys(row).join(', ')
  const { rows } = await sql.query(
    `insert into public.${table} (${columns})
     select ${columns} from jsonb_populate_record(null::public.${table}, $1)
     returning ${key} as key`,
    [JSON.stringify(row)],
  )
  return String(rows[0]?.['key'])
}

const link = () =>
  `https://chat.whatsapp.com/${crypto.randomUUID().replaceAll('-', '').slice(0, 22)}`
const otherPhoto = 'https://images.unsplash.com/photo-1493976040374-85c8e12f0c0e'
const longAgo = () => '2001-01-01T00:00:00+00:00'
const newId = () => crypto.randomUUID()

const communityOf = (ownerId: string) => ({
  id: newId(),
  name: 'Sunrise Swimmers',
  description: 'At six.',
  location: 'Bali',
  whatsapp_link: link(),
  image_url: 'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800',
  category: 'Sports',
  owner_id: ownerId,
})
const makeCommunity = (sql: Sql, people: People, status: string) =>
  insertRow(sql, 'communities', { ...communityOf(people.owner.id), status }, 'id')

const communityValues: Subject['values'] = {
  id: newId,
  name: () => 'Renamed',
  description: () => 'Described anew.',
  location: () => 'Zürich',
  whatsapp_link: link,
  join_type: () => 'request',
  image_url: () => otherPhoto,
  category: () => 'Culture',
  member_count: () => 99,
  owner_id: ({ stranger }) => stranger.id,
  status: () => 'approved',
  approval_date: longAgo,
  approved_by: ({ stranger }) => stranger.id,
  rejection_reason: () => 'Because.',
  rejected_version: () => ({ name: 'Never' }),
  held_changes: () => ({ name: 'Smuggled' }),
  held_at: longAgo,
  approved_groups: () => [{ name: 'Never seen', description: '' }],
  groups_changed_at: longAgo,
  groups_updated_at: longAgo,
  search_text: () => 'found everywhere',
  created_at: longAgo,
  updated_at: longAgo,
}

const joinOf = async (sql: Sql, people: People, personId: string) => ({
  community_id: await makeCommunity(sql, people, 'approved'),
  user_id: personId,
  joined_on: '2026-11-20',
})
const reportOf = async (sql: Sql, people: People, personId: string) => ({
  id: newId(),
  community_id: await makeCommunity(sql, people, 'approved'),
  reporter_id: personId,
  reason: 'spam',
})

export const subjects: Record<string, Subject> = {
  profiles: {
    table: 'profiles',
    key: 'id',
    make: async (sql, { owner }) => {
      await sql.query(
        `update public.profiles set name = 'Owner', email = 'owner@example.com', phone = '',
           address = null, country = null, interests = null, credits = 3,
           wants_decision_emails = true, wants_summary_emails = true
         where id = $1`,
        [owner.id],
      )
      return owner.id
    },
    newRow: (_sql, _people, personId) => Promise.resolve({ id: personId, name: 'Back again' }),
    values: {
      id: newId,
      name: () => 'Renamed',
      email: () => 'renamed@example.com',
      sign_in_email: () => 'somebody-else@example.com',
      phone: () => '+41 76 555 01 99',
      address: () => 'Under the bridge 1',
      country: () => 'Peru',
      interests: () => ['Surfing'],
      image_folder: newId,
      credits: () => 99,
      is_admin: () => true,
      wants_decision_emails: () => false,
      wants_summary_emails: () => false,
      created_at: longAgo,
      updated_at: longAgo,
    },
  },
  communities: {
    table: 'communities',
    key: 'id',
    make: (sql, people) => makeCommunity(sql, people, 'pending'),
    newRow: (_sql, _people, personId) => Promise.resolve(communityOf(personId)),
    values: communityValues,
  },
  'approved communities': {
    table: 'communities',
    key: 'id',
    make: (sql, people) => makeCommunity(sql, people, 'approved'),
    values: { ...communityValues, status: () => 'rejected' },
  },
  community_groups: {
    table: 'community_groups',
    key: 'id',
    make: async (sql, people) => {
      const community_id = await makeCommunity(sql, people, 'pending')
      return insertRow(sql, 'community_groups', { community_id, name: 'Early birds' }, 'id')
    },
    newRow: async (sql, people) => ({
      id: newId(),
      community_id: await makeCommunity(sql, people, 'pending'),
      name: 'Night owls',
    }),
    values: {
      id: newId,
      community_id: newId,
      name: () => 'Renamed',
      description: () => 'Described anew.',
    },
  },
  audit_log: {
    table: 'audit_log',
    key: 'id',
    make: (sql, { owner }) =>
      insertRow(
        sql,
        'audit_log',
        { action: 'credits changed', subject: 'user', subject_id: owner.id, owner_id: owner.id },
        'id',
      ),
    newRow: (_sql, _people, personId) =>
      Promise.resolve({ action: 'approved', subject: 'community', subject_id: personId }),
    values: {
      id: () => 1,
      at: longAgo,
      action: () => 'edited',
      subject: () => 'community',
      subject_id: newId,
      owner_id: newId,
      actor_id: ({ admin }) => admin.id,
      by_admin: () => true,
      before: () => ({ credits: 1 }),
      after: () => ({ credits: 2 }),
    },
  },
  community_joins: {
    table: 'community_joins',
    key: 'community_id',
    make: async (sql, people) =>
      insertRow(sql, 'community_joins', await joinOf(sql, people, people.owner.id), 'community_id'),
    newRow: joinOf,
    values: {
      community_id: newId,
      user_id: ({ stranger }) => stranger.id,
      joined_on: () => '2001-01-01',
    },
  },
  community_links: {
    table: 'community_links',
    key: 'community_id',
    // Approving a community has made the row.
    make: (sql, people) => makeCommunity(sql, people, 'approved'),
    newRow: async (sql, people) => ({
      community_id: await makeCommunity(sql, people, 'pending'),
      link: link(),
    }),
    values: {
      community_id: newId,
      link,
      state: () => 'live',
      checked_at: longAgo,
      live_at: longAgo,
      dead_since: longAgo,
      group_name: () => 'Somebody else',
      claimed_at: longAgo,
    },
  },
  directory_communities: {
    table: 'directory_communities',
    key: 'id',
    // Approving a community has made the row.
    make: (sql, people) => makeCommunity(sql, people, 'approved'),
    newRow: async (sql, people) => ({
      id: await makeCommunity(sql, people, 'pending'),
      name: 'Smuggled',
      description: 'Never reviewed.',
      location: 'Bali',
      category: 'Sports',
      join_type: 'open',
      member_count: 1,
      image_url: otherPhoto,
      groups: [],
      listed_at: longAgo(),
      sort_name: 'smuggled',
      words: 'smuggled',
    }),
    values: {
      id: newId,
      name: () => 'Renamed',
      description: () => 'Never reviewed.',
      summary: () => 'Never reviewed.',
      location: () => 'Zürich',
      category: () => 'Culture',
      join_type: () => 'request',
      member_count: () => 1_000_000,
      image_url: () => otherPhoto,
      groups: () => [{ name: 'Never seen', description: '' }],
      group_count: () => 99,
      listed_at: longAgo,
      link_checked_at: longAgo,
      sort_name: () => 'aaa',
      words: () => 'found everywhere',
      search_vector: () => 'found:1',
    },
  },
  community_reports: {
    table: 'community_reports',
    key: 'id',
    make: async (sql, people) =>
      insertRow(sql, 'community_reports', await reportOf(sql, people, people.owner.id), 'id'),
    newRow: reportOf,
    values: {
      id: newId,
      community_id: newId,
      reporter_id: ({ stranger }) => stranger.id,
      reason: () => 'misleading',
      comment: () => 'Not what it says.',
      created_at: longAgo,
      resolved_at: longAgo,
      resolved_by: ({ admin }) => admin.id,
    },
  },
}

/** Arguments that each function of the database could be called with. */
export const functionArguments: Record<string, (people: People) => Record<string, unknown>> = {
  announce_deletion: ({ owner, admin }) => ({ user_id: owner.id, actor_id: admin.id }),
  claim_links: () => ({}),
  claim_email: () => ({}),
  confirm_groups: () => ({ community_id: newId(), seen_at: longAgo() }),
  count_communities: () => ({}),
  count_directory: () => ({}),
  count_failed_emails: () => ({}),
  count_joins: () => ({}),
  count_review_queue: () => ({}),
  count_users: () => ({}),
  export_communities: () => ({}),
  export_my_data: () => ({}),
  finish_email: () => ({ email_id: newId(), attempt: 1 }),
  get_directory_community: () => ({ community_id: newId() }),
  get_invite_link: () => ({ community_id: newId() }),
  is_directory_live: () => ({}),
  is_whatsapp_link_listed: () => ({ link: link() }),
  join_community: () => ({ community_id: newId() }),
  list_communities: () => ({}),
  list_review_queue: () => ({}),
  list_unused_images: () => ({}),
  list_users: () => ({}),
  record_link_check: () => ({ community_id: newId(), link: link(), answer: 'unknown' }),
  report_community: () => ({ community_id: newId(), reason: 'spam' }),
  resolve_reports: () => ({ community_id: newId(), seen_at: 'infinity' }),
  search_directory: () => ({}),
  similar_communities: () => ({ community_id: newId() }),
  undo_decision: () => ({ community_id: newId() }),
}
