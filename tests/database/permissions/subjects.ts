import type { Users, Sql } from './users.ts'

type Row = Record<string, unknown>

/** A row of a table in one of its states, and what an attacker would write into it. */
export interface Subject {
  table: string
  /** The column that identifies the row: by default its id. */
  key?: string
  /** Returns a new row of a user. */
  newRow(sql: Sql, users: Users, userId: string): Promise<Row> | Row
  /** Creates a row that belongs to the owner, and returns its key. By default, stores a new row of theirs. */
  make?(sql: Sql, users: Users): Promise<string>
  /** Whether this is another state of a table, whose reads and inserts are tried with the first one. */
  isOtherState?: boolean
  /** Values for the columns that do not accept any other value of their type. */
  values?: Record<string, (users: Users) => unknown>
}

/** Creates a row that belongs to the owner, and returns its key. */
export async function makeRow(sql: Sql, users: Users, name: string): Promise<string> {
  const subject = subjects[name]
  if (!subject) throw new Error(`Add ${name} to subjects.ts`)
  if (subject.make) return subject.make(sql, users)
  const row = await subject.newRow(sql, users, users.owner.id)
  return insertRow(sql, subject.table, row, subject.key ?? 'id')
}

/** Inserts a row with unrestricted access, and returns one of its columns. */
async function insertRow(sql: Sql, table: string, row: Row, key: string): Promise<string> {
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
  held_changes: () => ({ name: 'Smuggled' }),
  approved_groups: () => [{ name: 'Never seen', description: '' }],
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
  id: newId(),
  community_id: await makeCommunity(sql, users, 'approved'),
  email: 'friend@example.com',
  kind: 'co-owner',
  invited_by: userId,
})

const noteAbout = ({ id }: { id: string }) => ({ user_id: id, text: 'Sells followers.' })

const appealOf = async (sql: Sql, users: Users) => ({
  id: newId(),
  community_id: await makeCommunity(sql, users, 'approved'),
  decision: 'hidden',
  decided_at: '2026-11-20',
  message: 'Please look again.',
})

const claimOf = async (sql: Sql, users: Users) => ({
  id: newId(),
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
    newRow: (_sql, _users, userId) => ({ id: userId, name: 'Back again' }),
    values: { email: () => 'renamed@example.com', phone: () => '+41 76 555 01 99' },
  },
  communities: {
    table: 'communities',
    make: (sql, users) => makeCommunity(sql, users, 'pending'),
    newRow: (_sql, _users, userId) => communityOf(userId),
    values: communityValues,
  },
  'approved communities': {
    table: 'communities',
    make: (sql, users) => makeCommunity(sql, users, 'approved'),
    newRow: (_sql, _users, userId) => communityOf(userId),
    isOtherState: true,
    values: { ...communityValues, status: () => 'rejected' },
  },
  // Their owner is the former admin.
  'co-owned communities': {
    table: 'communities',
    make: (sql, users) => coOwnedCommunity(sql, users, 'approved'),
    newRow: (_sql, _users, userId) => communityOf(userId),
    isOtherState: true,
    values: { ...communityValues, status: () => 'rejected' },
  },
  co_owners: {
    table: 'co_owners',
    key: 'community_id',
    make: (sql, users) => coOwnedCommunity(sql, users, 'pending'),
    newRow: async (sql, users, user_id) => ({
      community_id: await makeCommunity(sql, users, 'pending'),
      user_id,
    }),
  },
  invitations: { table: 'invitations', newRow: invitationOf },
  community_groups: {
    table: 'community_groups',
    newRow: async (sql, users) => ({
      id: newId(),
      community_id: await makeCommunity(sql, users, 'pending'),
      name: 'Night owls',
    }),
  },
  places: {
    table: 'places',
    newRow: () => ({ id: newId(), ...newPlace() }),
    values: { country_code: () => 'PT' },
  },
  synonyms: {
    table: 'synonyms',
    make: (sql) => insertRow(sql, 'synonyms', { terms: ['strolling', 'promenading'] }, 'id'),
    newRow: () => ({ id: newId(), terms: ['ambling', 'sauntering'] }),
    values: { terms: () => ['wandering', 'roaming'] },
  },
  audit_log: {
    table: 'audit_log',
    make: (sql, { owner }) =>
      insertRow(
        sql,
        'audit_log',
        { action: 'credits changed', subject: 'user', subject_id: owner.id, owner_id: owner.id },
        'id',
      ),
    newRow: (_sql, _users, userId) => ({
      action: 'approved',
      subject: 'community',
      subject_id: userId,
    }),
  },
  alerts: {
    table: 'alerts',
    newRow: (_sql, _users, userId) => alertOf(userId),
    values: { location: () => 'Zürich', language: () => 'rm' },
  },
  community_joins: { table: 'community_joins', key: 'community_id', newRow: joinOf },
  community_blocks: {
    table: 'community_blocks',
    key: 'community_id',
    newRow: async (sql, users) => ({
      ...blockOf(users),
      community_id: await makeCommunity(sql, users, 'approved'),
    }),
  },
  signs_of_life: {
    table: 'signs_of_life',
    key: 'community_id',
    // Approving a community creates the row.
    make: (sql, users) => makeCommunity(sql, users, 'approved'),
    newRow: async (sql, users) => ({ community_id: await makeCommunity(sql, users, 'pending') }),
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
    values: { link },
  },
  directory_communities: {
    table: 'directory_communities',
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
  },
  saved_communities: {
    table: 'saved_communities',
    key: 'community_id',
    make: async (sql, users) => {
      const community_id = await makeCommunity(sql, users, 'approved')
      const row = { community_id, user_id: users.owner.id, saved_at: '2026-11-20T00:00:00Z' }
      return insertRow(sql, 'saved_communities', row, 'community_id')
    },
    newRow: async (sql, users) => ({ community_id: await makeCommunity(sql, users, 'approved') }),
  },
  suspensions: {
    table: 'suspensions',
    key: 'user_id',
    newRow: (_sql, _users, userId) => ({ user_id: userId, reason: 'Spam.' }),
  },
  admin_notes: {
    table: 'admin_notes',
    make: (sql, { owner, admin }) =>
      insertRow(
        sql,
        'admin_notes',
        { id: newId(), ...noteAbout(owner), author_id: admin.id, created_at: longAgo() },
        'id',
      ),
    newRow: (_sql, { owner }) => ({ id: newId(), ...noteAbout(owner) }),
  },
  open_reviews: { table: 'open_reviews', key: 'community_id', newRow: openReviewOf },
  community_reports: { table: 'community_reports', newRow: reportOf },
  appeals: { table: 'appeals', newRow: appealOf },
  claims: { table: 'claims', newRow: claimOf },
  earlier_answers: { table: 'earlier_answers', key: 'claim_id', newRow: earlierAnswerOf },
}
