import type { Users, Sql } from './users.ts'

/** A row of a table in one of its states, and a value that an attacker would write into each column. */
export interface Subject {
  table: string
  /** The column that identifies the row. */
  key: string
  /** Creates a row that belongs to the owner, and returns its key. */
  make(sql: Sql, users: Users): Promise<string>
  /** Returns a new row of a user. Undefined for a second state of the same table. */
  newRow?(sql: Sql, users: Users, userId: string): Promise<Record<string, unknown>>
  values: Record<string, (users: Users) => unknown>
}

/** Inserts a row with unrestricted access, and returns one of its columns. */
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
  host_name: 'Ada',
  host_intro: 'Swims every day.',
  location: 'Bali',
  whatsapp_link: link(),
  image_url: 'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800',
  category: 'Sports',
  languages: ['en'],
  owner_id: ownerId,
})
const blockOf = (users: Users) => ({
  kind: 'admin',
  reason: 'Spam.',
  since: longAgo(),
  created_by: users.admin.id,
})
const makeCommunity = (sql: Sql, users: Users, status: string) =>
  insertRow(sql, 'communities', { ...communityOf(users.owner.id), status }, 'id')

/** New values for the fields of a community. */
export const newContent: Record<string, () => unknown> = {
  name: () => 'Renamed',
  description: () => 'A new description.',
  host_name: () => 'Grace',
  host_intro: () => 'Swims in winter, too.',
  location: () => 'Zürich',
  requested_place: () => 'Lisbon, Portugal',
  languages: () => ['pt', 'en'],
  whatsapp_link: link,
  join_type: () => 'request',
  image_url: () => otherPhoto,
  category: () => 'Culture',
  // Held: many more than before.
  member_count: () => 9999,
}

const communityValues: Subject['values'] = {
  ...newContent,
  id: newId,
  owner_id: ({ stranger }) => stranger.id,
  status: () => 'approved',
  approval_date: longAgo,
  approved_by: ({ stranger }) => stranger.id,
  rejection_reason: () => 'Because.',
  rejected_version: () => ({ name: 'Never' }),
  held_changes: () => ({ name: 'Smuggled' }),
  held_at: longAgo,
  reviewed_count: () => 1_000_000,
  verified_at: longAgo,
  name_changed_at: longAgo,
  approved_groups: () => [{ name: 'Never seen', description: '' }],
  groups_changed_at: longAgo,
  groups_updated_at: longAgo,
  search_text: () => 'found everywhere',
  created_at: longAgo,
  updated_at: longAgo,
}

const newPlace = () => ({
  name: `San ${newId()}`,
  country: 'Spain',
  country_code: 'ES',
  latitude: 40.4,
  longitude: -3.7,
})

const alertOf = (userId: string) => ({
  id: newId(),
  user_id: userId,
  search: newId(),
  location: 'Bali',
  category: 'Sports',
  join_type: 'open',
  language: 'en',
})
const joinOf = async (sql: Sql, users: Users, userId: string) => ({
  community_id: await makeCommunity(sql, users, 'approved'),
  user_id: userId,
  joined_on: '2026-11-20',
})
const savedOf = async (sql: Sql, users: Users) => ({
  community_id: await makeCommunity(sql, users, 'approved'),
})
const openReviewOf = async (sql: Sql, users: Users, userId: string) => ({
  community_id: await makeCommunity(sql, users, 'approved'),
  admin_id: userId,
  until: '2999-01-01T00:00:00+00:00',
})
const reportOf = async (sql: Sql, users: Users, userId: string) => ({
  id: newId(),
  community_id: await makeCommunity(sql, users, 'approved'),
  reporter_id: userId,
  reason: 'spam',
})

const coOwnedCommunity = async (sql: Sql, users: Users, status: string) => {
  const row = { ...communityOf(users['former admin'].id), status }
  const community_id = await insertRow(sql, 'communities', row, 'id')
  const coOwner = { community_id, user_id: users.owner.id }
  return insertRow(sql, 'co_owners', coOwner, 'community_id')
}
const invitationOf = async (sql: Sql, users: Users, userId: string) => ({
  community_id: await makeCommunity(sql, users, 'approved'),
  email: 'friend@example.com',
  kind: 'co-owner',
  invited_by: userId,
})

const noteAbout = ({ id }: { id: string }) => ({ user_id: id, text: 'Sells followers.' })

const appealOf = async (sql: Sql, users: Users) => ({
  community_id: await makeCommunity(sql, users, 'approved'),
  decision: 'hidden',
  decided_at: '2026-11-20',
  message: 'Please look again.',
})

const claimOf = async (sql: Sql, users: Users) => ({
  community_id: await makeCommunity(sql, users, 'approved'),
  claimant_id: users.stranger.id,
  owner_id: users.owner.id,
  answer_due_at: '2026-11-20',
})

const earlierAnswerOf = async (sql: Sql, users: Users) => ({
  claim_id: await insertRow(sql, 'claims', await claimOf(sql, users), 'id'),
  author_id: users.owner.id,
  role: 'owner',
  answer: 'It is ours.',
  answered_at: '2026-11-19',
})

export const subjects: Record<string, Subject> = {
  profiles: {
    table: 'profiles',
    key: 'id',
    make: async (sql, { owner }) => {
      await sql.query(
        `update public.profiles set name = 'Owner', email = 'owner@example.com', phone = '',
           address = null, country = null, interests = null, credits = 3,
           wants_decision_emails = true, wants_summary_emails = true, wants_alert_emails = true,
           wants_report_emails = true
         where id = $1`,
        [owner.id],
      )
      return owner.id
    },
    newRow: (_sql, _users, userId) => Promise.resolve({ id: userId, name: 'Back again' }),
    values: {
      id: newId,
      name: () => 'Renamed',
      email: () => 'renamed@example.com',
      sign_in_email: () => 'another-user@example.com',
      phone: () => '+41 76 555 01 99',
      address: () => 'Under the bridge 1',
      country: () => 'Peru',
      interests: () => ['Surfing'],
      image_folder: newId,
      credits: () => 99,
      is_admin: () => true,
      wants_decision_emails: () => false,
      wants_summary_emails: () => false,
      wants_alert_emails: () => false,
      wants_report_emails: () => false,
      created_at: longAgo,
      updated_at: longAgo,
    },
  },
  communities: {
    table: 'communities',
    key: 'id',
    make: (sql, users) => makeCommunity(sql, users, 'pending'),
    newRow: (_sql, _users, userId) => Promise.resolve(communityOf(userId)),
    values: communityValues,
  },
  'approved communities': {
    table: 'communities',
    key: 'id',
    make: (sql, users) => makeCommunity(sql, users, 'approved'),
    values: { ...communityValues, status: () => 'rejected' },
  },
  // Their owner is the former admin.
  'co-owned communities': {
    table: 'communities',
    key: 'id',
    make: (sql, users) => coOwnedCommunity(sql, users, 'approved'),
    values: { ...communityValues, status: () => 'rejected' },
  },
  co_owners: {
    table: 'co_owners',
    key: 'community_id',
    make: (sql, users) => coOwnedCommunity(sql, users, 'pending'),
    newRow: async (sql, users, userId) => ({
      community_id: await makeCommunity(sql, users, 'pending'),
      user_id: userId,
    }),
    values: { community_id: newId, user_id: ({ stranger }) => stranger.id, added_at: longAgo },
  },
  invitations: {
    table: 'invitations',
    key: 'id',
    make: async (sql, users) =>
      insertRow(sql, 'invitations', await invitationOf(sql, users, users.owner.id), 'id'),
    newRow: async (sql, users, userId) => ({
      id: newId(),
      ...(await invitationOf(sql, users, userId)),
    }),
    values: {
      id: newId,
      community_id: newId,
      email: () => 'someone-else@example.com',
      kind: () => 'transfer',
      keeps_former_owner: () => true,
      invited_by: ({ stranger }) => stranger.id,
      created_at: longAgo,
      expires_at: () => '2099-01-01T00:00:00+00:00',
      answered_at: longAgo,
      answer: () => 'accepted',
    },
  },
  community_groups: {
    table: 'community_groups',
    key: 'id',
    make: async (sql, users) => {
      const community_id = await makeCommunity(sql, users, 'pending')
      return insertRow(sql, 'community_groups', { community_id, name: 'Early birds' }, 'id')
    },
    newRow: async (sql, users) => ({
      id: newId(),
      community_id: await makeCommunity(sql, users, 'pending'),
      name: 'Night owls',
    }),
    values: {
      id: newId,
      community_id: newId,
      name: () => 'Renamed',
      description: () => 'A new description.',
    },
  },
  places: {
    table: 'places',
    key: 'id',
    make: (sql) => insertRow(sql, 'places', newPlace(), 'id'),
    newRow: () => Promise.resolve({ id: newId(), ...newPlace() }),
    values: {
      id: newId,
      name: () => `Renamed ${newId()}`,
      alternative_names: () => [newId()],
      country: () => 'Portugal',
      country_code: () => 'PT',
      latitude: () => 38.7,
      longitude: () => -9.1,
      is_active: () => false,
      known_names: () => [newId()],
      words: () => 'found everywhere',
      country_words: () => 'found everywhere',
      search_vector: () => 'found:1',
      country_vector: () => 'found:1',
      created_at: longAgo,
      updated_at: longAgo,
    },
  },
  synonyms: {
    table: 'synonyms',
    key: 'id',
    make: (sql) => insertRow(sql, 'synonyms', { terms: ['strolling', 'promenading'] }, 'id'),
    newRow: () => Promise.resolve({ id: newId(), terms: ['ambling', 'sauntering'] }),
    values: {
      id: newId,
      terms: () => ['wandering', 'roaming'],
      stems: () => ['found', 'everywher'],
      words: () => 'found everywhere',
      created_at: longAgo,
      updated_at: longAgo,
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
    newRow: (_sql, _users, userId) =>
      Promise.resolve({ action: 'approved', subject: 'community', subject_id: userId }),
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
  alerts: {
    table: 'alerts',
    key: 'id',
    make: (sql, { owner }) => insertRow(sql, 'alerts', alertOf(owner.id), 'id'),
    newRow: (_sql, _users, userId) => Promise.resolve(alertOf(userId)),
    values: {
      id: newId,
      user_id: ({ stranger }) => stranger.id,
      search: () => 'kite',
      location: () => 'Zürich',
      category: () => 'Culture',
      join_type: () => 'request',
      language: () => 'rm',
      created_at: longAgo,
      query: () => 'found',
      checked_until: longAgo,
    },
  },
  community_joins: {
    table: 'community_joins',
    key: 'community_id',
    make: async (sql, users) =>
      insertRow(sql, 'community_joins', await joinOf(sql, users, users.owner.id), 'community_id'),
    newRow: joinOf,
    values: {
      community_id: newId,
      user_id: ({ stranger }) => stranger.id,
      joined_on: () => '2001-01-01',
    },
  },
  community_blocks: {
    table: 'community_blocks',
    key: 'community_id',
    make: async (sql, users) =>
      insertRow(
        sql,
        'community_blocks',
        { ...blockOf(users), community_id: await makeCommunity(sql, users, 'approved') },
        'community_id',
      ),
    newRow: async (sql, users) => ({
      ...blockOf(users),
      community_id: await makeCommunity(sql, users, 'approved'),
    }),
    values: {
      community_id: newId,
      kind: () => 'paused',
      since: longAgo,
      created_by: ({ stranger }) => stranger.id,
      reason: () => 'Because.',
    },
  },
  signs_of_life: {
    table: 'signs_of_life',
    key: 'community_id',
    // Approving a community creates the row.
    make: (sql, users) => makeCommunity(sql, users, 'approved'),
    newRow: async (sql, users) => ({
      community_id: await makeCommunity(sql, users, 'pending'),
    }),
    values: {
      community_id: newId,
      confirmed_at: longAgo,
      last_joined_at: longAgo,
      asked_at: longAgo,
    },
  },
  community_links: {
    table: 'community_links',
    key: 'community_id',
    // Approving a community creates the row.
    make: (sql, users) => makeCommunity(sql, users, 'approved'),
    newRow: async (sql, users) => ({
      community_id: await makeCommunity(sql, users, 'pending'),
      link: link(),
    }),
    values: {
      community_id: newId,
      link,
      state: () => 'live',
      checked_at: longAgo,
      schedule_checked_at: longAgo,
      live_at: longAgo,
      dead_since: longAgo,
      group_name: () => 'Another group',
      approved_name: () => 'Another group',
      renamed_at: longAgo,
      linked_at: longAgo,
      due_at: longAgo,
      is_scheduled: () => true,
      failures: () => 3,
      reserved_at: longAgo,
    },
  },
  directory_communities: {
    table: 'directory_communities',
    key: 'id',
    // Approving a community creates the row.
    make: (sql, users) => makeCommunity(sql, users, 'approved'),
    newRow: async (sql, users) => ({
      id: await makeCommunity(sql, users, 'pending'),
      name: 'Smuggled',
      description: 'Never reviewed.',
      place_id: newId(),
      location: 'Bali',
      country: 'Indonesia',
      category: 'Sports',
      join_type: 'open',
      languages: [],
      member_count: 1,
      image_url: otherPhoto,
      groups: [],
      approval_date: longAgo(),
      sort_name: 'smuggled',
      words: 'smuggled',
      name_words: 'smuggled',
      facet_words: 'sports',
    }),
    values: {
      id: newId,
      name: () => 'Renamed',
      description: () => 'Never reviewed.',
      summary: () => 'Never reviewed.',
      host_name: () => 'Never reviewed',
      host_intro: () => 'Never reviewed.',
      place_id: newId,
      location: () => 'Zürich',
      country: () => 'Liechtenstein',
      category: () => 'Culture',
      join_type: () => 'request',
      languages: () => ['rm'],
      member_count: () => 1_000_000,
      image_url: () => otherPhoto,
      groups: () => [{ name: 'Never seen', description: '' }],
      group_count: () => 99,
      approval_date: longAgo,
      link_checked_at: longAgo,
      sort_name: () => 'aaa',
      rank: () => 1,
      joins: () => 1_000_000,
      joins_this_month: () => 1_000_000,
      is_active: () => true,
      is_verified: () => true,
      words: () => 'found everywhere',
      name_words: () => 'found first',
      facet_words: () => 'found first',
      search_vector: () => 'found:1',
    },
  },
  saved_communities: {
    table: 'saved_communities',
    key: 'community_id',
    make: async (sql, users) => {
      const { community_id } = await savedOf(sql, users)
      const row = { community_id, user_id: users.owner.id, saved_at: '2026-11-20T00:00:00Z' }
      return insertRow(sql, 'saved_communities', row, 'community_id')
    },
    newRow: savedOf,
    values: {
      user_id: ({ stranger }) => stranger.id,
      community_id: newId,
      saved_at: longAgo,
    },
  },
  suspensions: {
    table: 'suspensions',
    key: 'user_id',
    make: (sql, { owner }) =>
      insertRow(sql, 'suspensions', { user_id: owner.id, reason: 'Spam.' }, 'user_id'),
    newRow: (_sql, _users, userId) => Promise.resolve({ user_id: userId, reason: 'Spam.' }),
    values: {
      user_id: ({ stranger }) => stranger.id,
      reason: () => 'A friend.',
      until: longAgo,
      suspended_by: ({ stranger }) => stranger.id,
      hidden: () => ({ [newId()]: null }),
      suspended_at: longAgo,
    },
  },
  admin_notes: {
    table: 'admin_notes',
    key: 'id',
    make: (sql, { owner, admin }) =>
      insertRow(
        sql,
        'admin_notes',
        { id: newId(), ...noteAbout(owner), author_id: admin.id, created_at: longAgo() },
        'id',
      ),
    newRow: (_sql, { owner }) => Promise.resolve({ id: newId(), ...noteAbout(owner) }),
    values: {
      id: newId,
      community_id: newId,
      user_id: ({ stranger }) => stranger.id,
      author_id: ({ stranger }) => stranger.id,
      text: () => 'A friend.',
      created_at: longAgo,
    },
  },
  open_reviews: {
    table: 'open_reviews',
    key: 'community_id',
    make: async (sql, users) =>
      insertRow(
        sql,
        'open_reviews',
        await openReviewOf(sql, users, users.owner.id),
        'community_id',
      ),
    newRow: openReviewOf,
    values: { community_id: newId, admin_id: ({ stranger }) => stranger.id, until: longAgo },
  },
  community_reports: {
    table: 'community_reports',
    key: 'id',
    make: async (sql, users) =>
      insertRow(sql, 'community_reports', await reportOf(sql, users, users.owner.id), 'id'),
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
      is_upheld: () => true,
    },
  },
  appeals: {
    table: 'appeals',
    key: 'id',
    make: async (sql, users) => insertRow(sql, 'appeals', await appealOf(sql, users), 'id'),
    newRow: async (sql, users) => ({ id: newId(), ...(await appealOf(sql, users)) }),
    values: {
      id: newId,
      community_id: newId,
      decision: () => 'rejected',
      decided_at: longAgo,
      message: () => 'Changed.',
      created_at: longAgo,
      closed_at: longAgo,
      closed_by: ({ admin }) => admin.id,
      outcome: () => 'accepted',
      reason: () => 'Because.',
    },
  },
  claims: {
    table: 'claims',
    key: 'id',
    make: async (sql, users) => insertRow(sql, 'claims', await claimOf(sql, users), 'id'),
    newRow: async (sql, users) => ({ id: newId(), ...(await claimOf(sql, users)) }),
    values: {
      id: newId,
      community_id: newId,
      claimant_id: ({ stranger }) => stranger.id,
      owner_id: ({ stranger }) => stranger.id,
      proved_at: longAgo,
      answer_due_at: longAgo,
      answer: () => 'Changed.',
      answered_at: longAgo,
      answered_by: ({ stranger }) => stranger.id,
      review_from: longAgo,
      decided_at: longAgo,
      decided_by: ({ admin }) => admin.id,
      outcome: () => 'accepted',
      reason: () => 'Because.',
    },
  },
  earlier_answers: {
    table: 'earlier_answers',
    key: 'claim_id',
    make: async (sql, users) =>
      insertRow(sql, 'earlier_answers', await earlierAnswerOf(sql, users), 'claim_id'),
    newRow: earlierAnswerOf,
    values: {
      claim_id: newId,
      author_id: ({ stranger }) => stranger.id,
      role: () => 'co-owner',
      answer: () => 'Changed.',
      answered_at: longAgo,
    },
  },
}

type Callers = Record<'owner' | 'admin', { id: string }>

/** Arguments for calling each function of the database. */
export const functionArguments: Record<string, (users: Callers) => Record<string, unknown>> = {
  accept_group_name: () => ({ community_id: newId(), version: longAgo(), group_name: 'New' }),
  appeal_community: () => ({ community_id: newId(), message: 'Please look again.' }),
  ask_owner: () => ({ community_id: newId(), version: longAgo(), reason: 'Which one?' }),
  answer_claim: () => ({ claim_id: newId(), answer: 'It is ours.' }),
  answer_invitation: () => ({ invitation_id: newId(), is_accepted: true }),
  announce_deletion: ({ owner, admin }) => ({ user_id: owner.id, actor_id: admin.id }),
  begin_new_check: ({ owner }) => ({
    link: 'https://chat.whatsapp.com/AAAAAAAAAAAAAAAAAAAAAA',
    user_id: owner.id,
  }),
  begin_own_check: ({ owner }) => ({ community_id: newId(), user_id: owner.id }),
  reserve_links: () => ({}),
  reserve_emails: () => ({}),
  answer_still_active: () => ({ community_id: newId(), is_active: false }),
  confirm_by_link: ({ owner }) => ({
    community_id: newId(),
    user_id: owner.id,
    asked_at: longAgo(),
  }),
  confirm_community: () => ({ community_id: newId() }),
  confirm_name: () => ({ community_id: newId(), seen_at: longAgo() }),
  confirm_groups: () => ({ community_id: newId(), seen_at: longAgo() }),
  count_communities: () => ({}),
  count_directory: () => ({}),
  count_failed_emails: () => ({}),
  count_joins: () => ({}),
  count_weekly_joins: () => ({ community_id: newId() }),
  count_places: () => ({}),
  count_review_queue: () => ({}),
  count_users: () => ({}),
  decide_appeal: () => ({ appeal_id: newId(), is_accepted: true }),
  decide_changes: () => ({ community_id: newId(), version: longAgo(), is_accepted: true }),
  decide_claim: () => ({ claim_id: newId(), is_accepted: true }),
  decline_requested_place: () => ({ community_id: newId(), version: longAgo(), reason: 'No.' }),
  export_communities: () => ({}),
  export_my_data: () => ({}),
  finish_email: () => ({ email_id: newId(), attempt: 1 }),
  forget_decisions: () => ({ user_id: newId() }),
  get_directory_community: () => ({ community_id: newId() }),
  get_directory_numbers: () => ({}),
  get_group_names: () => ({ community_id: newId() }),
  get_invite_link: () => ({ community_id: newId() }),
  hand_over_community: () => ({ community_id: newId(), new_owner_id: newId() }),
  invite_to_community: () => ({
    community_id: newId(),
    email: 'friend@example.com',
    kind: 'co-owner',
  }),
  list_images_to_delete: () => ({ folder: newId() }),
  list_my_communities: () => ({}),
  list_my_invitations: () => ({}),
  list_people: () => ({}),
  remove_co_owner: () => ({ community_id: newId(), user_id: newId() }),
  withdraw_invitation: () => ({ invitation_id: newId() }),
  get_listed_communities: () => ({ community_ids: [newId()] }),
  get_my_role: () => ({}),
  get_ownership_code: () => ({ community_id: newId() }),
  get_review_time: () => ({}),
  hand_over_to_claimant: () => ({ claim_id: newId() }),
  hide_community: () => ({ community_id: newId(), version: longAgo(), reason: 'Spam.' }),
  import_communities: () => ({ rows: [] }),
  is_directory_live: () => ({}),
  is_whatsapp_link_listed: () => ({ link: link() }),
  join_community: () => ({ community_id: newId() }),
  list_my_joins: () => ({}),
  list_own_claims: () => ({}),
  list_places: () => ({}),
  list_received_claims: () => ({}),
  open_review: () => ({ community_id: newId() }),
  merge_places: () => ({ merged_id: newId(), kept_id: newId() }),
  list_activity: () => ({}),
  list_waiting_imports: () => ({}),
  list_communities: () => ({}),
  list_review_numbers: () => ({}),
  list_review_queue: () => ({}),
  summarize_review_queue: () => ({}),
  list_unused_images: () => ({}),
  list_users: () => ({}),
  record_link_check: () => ({ community_id: newId(), link: link(), answer: 'unknown' }),
  record_own_check: ({ owner }) => ({
    community_id: newId(),
    user_id: owner.id,
    link: link(),
    answer: 'unknown',
  }),
  release_emails: () => ({ emails: [] }),
  report_community: () => ({ community_id: newId(), reason: 'spam' }),
  require_complete_sign_in: () => ({}),
  reserve_review_check: () => ({}),
  return_to_pending: () => ({ community_id: newId(), version: longAgo() }),
  resolve_reports: () => ({ community_id: newId(), seen_at: 'infinity' }),
  risk_signals: () => ({ community_ids: [newId()] }),
  save_communities: () => ({ community_ids: [newId()] }),
  search_directory: () => ({}),
  set_community_paused: () => ({ community_id: newId(), is_paused: true }),
  show_community: () => ({ community_id: newId(), version: longAgo() }),
  similar_communities: () => ({ community_id: newId() }),
  undo_decision: () => ({ community_id: newId() }),
  suspend_user: () => ({ user_id: newId(), reason: 'Spam.' }),
  count_case_file: () => ({ user_id: newId() }),
  undo_suspension: () => ({ user_id: newId() }),
  end_suspension: () => ({ user_id: newId() }),
  withdraw_claim: () => ({ claim_id: newId() }),
}
