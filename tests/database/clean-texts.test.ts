import { beforeAll, describe, expect, test } from 'vitest'
import { newCommunity } from '../support/communities.ts'
import { readablePhones, unreadablePhones } from '../support/phones.ts'
import { dirtyLines, dirtyTexts } from '../support/texts.ts'
import { cleanInDatabase } from './clean-in-database.ts'
import { local } from './closed-backend.ts'
import { filterByRule } from './filter-by-rule.ts'

async function query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const { rows } = await local.connection.driver.query<Row>(sql, values)
  return rows
}

test.each([
  ['lines', 'private.clean_line', dirtyLines],
  ['texts', 'private.clean_text', dirtyTexts],
  ['phone numbers', 'private.clean_phone', readablePhones],
] as const)(
  'the database cleans %s as the form does, and only once',
  async (_what, clean, cases) => {
    const stored = cases.map(([, text]) => text)
    const entered = cases.map(([text]) => text)
    expect(await cleanInDatabase(local, clean, entered)).toEqual(stored)
    expect(await cleanInDatabase(local, clean, stored)).toEqual(stored)
  },
)

test('the database accepts the same phone numbers as the form', async () => {
  const rule = 'private.is_phone(private.clean_phone(value))'
  const readable = readablePhones.map(([entered]) => entered)
  expect(await filterByRule(local, rule, [...readable, ...unreadablePhones])).toEqual(readable)
})

describe('no text that users write is stored with an invisible character', async () => {
  const ids = {
    profiles: crypto.randomUUID(),
    places: crypto.randomUUID(),
    communities: crypto.randomUUID(),
    community_groups: crypto.randomUUID(),
    synonyms: crypto.randomUUID(),
  } satisfies Record<string, string>
  const name = `Place ${ids.places}`

  beforeAll(async () => {
    await query(`insert into auth.users (id, email) values ($1, 'owner@example.com')`, [
      ids.profiles,
    ])
    const rows = {
      places: { name, country: 'Peru', country_code: 'PE', latitude: 1, longitude: 1 },
      communities: {
        ...newCommunity({ location: name, host_name: 'Ada', host_intro: 'Swims.' }),
        owner_id: ids.profiles,
      },
      community_groups: { community_id: ids.communities, name: 'Early birds' },
      synonyms: { terms: ['strolling', 'promenading'] },
    }
    for (const [table, row] of Object.entries(rows)) {
      const columns = ['id', ...Object.keys(row)].join(', ')
      await query(
        `insert into public.${table} (${columns})
         select ${columns} from jsonb_populate_record(null::public.${table}, $1)`,
        [JSON.stringify({ id: Reflect.get(ids, table), ...row })],
      )
    }
  })

  /* Every column that users may write, also those of later migrations. */
  const written = await query<{
    table: keyof typeof ids | 'alerts' | 'admin_notes'
    column: string
    type: string
  }>(
    `select distinct c.table_name as "table", c.column_name as column, c.udt_name as type
     from information_schema.columns as c
     join information_schema.column_privileges as p using (table_schema, table_name, column_name)
     where table_schema = 'public' and grantee in ('anon', 'authenticated')
       and privilege_type in ('INSERT', 'UPDATE') and c.udt_name in ('text', 'varchar', '_text', '_varchar')
     order by 1, 2`,
  )
  const columns = written.flatMap(({ table, ...column }) =>
    table === 'alerts' || table === 'admin_notes' ? [] : { table, ...column },
  )

  /** The CHECK constraints of links and codes accept only ASCII. */
  const isAscii = (path: string) => /\.(whatsapp_link|image_url|languages)$/.test(path)

  test.each(columns.map((one) => [`${one.table}.${one.column}`, one] as const))(
    '%s',
    async (path, { table, column, type }) => {
      const read = `select ${column} as value from public.${table} where id = $1`
      const [before] = await query<{ value: string | string[] | null }>(read, [ids[table]])
      const plain =
        typeof before?.value === 'string' && before.value !== '' ? before.value : '4 Lakeside'
      const text = path === 'profiles.phone' ? '+49 151 2345678' : plain
      const dirty = `\u200E${text.slice(0, 1)}\u202E${text.slice(1)}\u200F`
      const wrap = (value: string) => (type.startsWith('_') ? [value, '5 Lakeside'] : value)
      const isRefused = await query(`update public.${table} set ${column} = $1 where id = $2`, [
        wrap(dirty),
        ids[table],
      ]).then(
        () => false,
        (error: unknown) => String(error).includes('violates check constraint'),
      )
      expect(isRefused).toBe(isAscii(path))
      const after = isAscii(path) ? before : { value: wrap(text) }
      expect(await query(read, [ids[table]])).toEqual([after])
    },
  )

  test('alerts, which are never updated', async () => {
    const names = written.filter(({ table }) => table === 'alerts').map(({ column }) => column)
    expect(names).toEqual(['language', 'location', 'search'])
    const [row] = await query(
      `insert into public.alerts (user_id, search, location) values ($1, $2, $3)
       returning search, location`,
      [ids.profiles, '\u200Esurf\u202Eing\u200F', `\u200E${name}`],
    )
    expect(row).toEqual({ search: 'surfing', location: name })
    const dirty = `insert into public.alerts (user_id, language) values ($1, '\u200Een')`
    await expect(query(dirty, [ids.profiles])).rejects.toThrow('alerts_language_check')
  })

  test('notes of admins, which are never updated', async () => {
    const [row] = await query(
      'insert into public.admin_notes (user_id, text) values ($1, $2) returning text',
      [ids.profiles, '\u200ESells\u202E followers\u200F\r\nSince May'],
    )
    expect(row).toEqual({ text: 'Sells followers\nSince May' })
  })

  test('comments of reports and reasons of suspensions, which functions write', async () => {
    const texts = await query<{ name: string }>(
      `select distinct p.proname::text as name
       from pg_proc as p, unnest(p.proargtypes) as argument
       where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v'
         and argument in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
         and has_function_privilege('authenticated', p.oid, 'execute')
       order by 1`,
    )
    // The triggers of communities clean imported texts and the reasons of hiding, declining and returning, that of
    // invitations the address.
    // accept_group_name only compares.
    expect(texts.map((found) => found.name).toSorted()).toEqual([
      'accept_group_name',
      'answer_claim',
      'appeal_community',
      'ask_owner',
      'decide_appeal',
      'decide_changes',
      'decide_claim',
      'decline_requested_place',
      'hide_community',
      'import_communities',
      'invite_to_community',
      'report_community',
      'return_to_pending',
      'suspend_user',
    ])
    const [row] = await query(
      `insert into public.community_reports (community_id, reporter_id, reason, comment)
       values ($1, $2, 'other', $3) returning comment`,
      [ids.communities, ids.profiles, '\u200EDead\u202E link\u200F\r\nSince May'],
    )
    expect(row).toEqual({ comment: 'Dead link\nSince May' })
    const [suspension] = await query(
      'insert into public.suspensions (user_id, reason) values ($1, $2) returning reason',
      [ids.profiles, '\u200ESpam\u202E links\u200F\r\nSince May'],
    )
    expect(suspension).toEqual({ reason: 'Spam links\nSince May' })
    await query('delete from public.suspensions where user_id = $1', [ids.profiles])
  })

  test('appeals.message and appeals.reason, which functions write', async () => {
    const [row] = await query(
      `insert into public.appeals (community_id, decision, decided_at, message, reason)
       values ($1, 'hidden', now(), $2, $2) returning message, reason`,
      [ids.communities, '\u200ELook\u202E again\u200F\r\nPlease'],
    )
    expect(row).toEqual({ message: 'Look again\nPlease', reason: 'Look again\nPlease' })
  })

  test('claims.answer and claims.reason, which functions write', async () => {
    const [row] = await query(
      `insert into public.claims (community_id, claimant_id, answer, answered_at, reason)
       values ($1, $2, $3, now(), $3) returning answer, reason`,
      [ids.communities, ids.profiles, '\u200EIt is\u202E ours\u200F\r\nReally'],
    )
    expect(row).toEqual({ answer: 'It is ours\nReally', reason: 'It is ours\nReally' })
  })
})
