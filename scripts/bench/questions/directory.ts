import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startPostgres } from '../../../tooling/postgres/postgres.ts'
import { connectTo, type Database } from '../database.ts'
import { directory, endings } from './communities.ts'

/** Splits a text into sections: a line that starts with #, and the lines below it. */
export const readSections = (text: string) =>
  text
    .trim()
    .split(/^# /m)
    .slice(1)
    .map((section) => section.trim().split('\n'))
    .map(([title = '', ...lines]) => ({ title, lines }))

const split = (text: string, separator: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)

const sections = readSections(directory).map(({ title, lines }) => {
  const [name = '', country = '', country_code, position = '', others = ''] = split(title, '|')
  const [latitude, longitude] = split(position, ',').map(Number)
  const alternative_names = split(others, ',')
  return { place: { name, country, country_code, latitude, longitude, alternative_names }, lines }
})

export const communities = sections
  .flatMap(({ place, lines }) => lines.map((line) => ({ place, line })))
  .map(({ place: { name: location, country }, line }, index) => {
    const [name = '', category = '', facts = '', text = '', groups = ''] = split(line, '|')
    const [join_type = '', codes = '', member_count = ''] = split(facts, ',')
    const languages = split(codes, ' ')
    const ending = languages[0] === 'en' ? endings[index % endings.length] : ''
    return {
      name,
      description: `${text} ${ending}`.trim(),
      location,
      country,
      category,
      join_type,
      languages,
      member_count,
      groups: split(groups, ','),
      whatsapp_link: `https://chat.whatsapp.com/${String(index).padStart(22, '0')}`,
      // Different weeks. In this order, sorting by date puts no expected community of 'best first' first.
      approval_date: new Date(Date.UTC(2026, 10, 1 - 7 * ((index * 41) % 127))),
    }
  })

const owner = '22222222-2222-4222-8222-222222222222'
const image = 'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800'

/** Writes the communities as the app does, so that the triggers of any version prepare its search. */
async function fill({ query }: Database): Promise<void> {
  await query(`insert into auth.users (id, email) values ('${owner}', 'owner@example.com')`)
  // Those of the migrations have no alternative names.
  await query('delete from public.places')
  await query(
    `insert into public.places (name, country, country_code, latitude, longitude, alternative_names)
     select * from jsonb_to_recordset($1) as p (
       name text, country text, country_code text, latitude float8, longitude float8, alternative_names text[])`,
    [JSON.stringify(sections.map(({ place }) => place))],
  )
  await query(
    `insert into public.communities (name, description, location, category, join_type, languages, member_count,
       whatsapp_link, approval_date, status, owner_id, image_url)
     select *, 'approved', '${owner}', '${image}' from jsonb_to_recordset($1) as c (
       name text, description text, location text, category public.community_category, join_type public.join_type,
       languages text[], member_count int, whatsapp_link text, approval_date timestamptz)`,
    [JSON.stringify(communities)],
  )
  await query(
    `insert into public.community_groups (community_id, name)
     select id, unnest(groups) from jsonb_to_recordset($1) as c (name text, groups text[])
     join public.communities using (name)`,
    [JSON.stringify(communities)],
  )
  await query('update private.settings set directory_live = true')
  await query('analyze')
}

/**
 * Starts a database with the schema of a checkout and the communities, and connects as a visitor.
 *
 * @param folder the checkout, with its packages installed
 */
export async function openDirectory(folder: string): Promise<Database> {
  const server = await startPostgres()
  const program = `const { pushMigrations } = await import('./tooling/postgres/postgres.ts')
    await pushMigrations('${server.url}')`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  await promisify(execFile)(process.execPath, args, { cwd: folder })
  const database = await connectTo(server)
  await fill(database)
  await database.query('set role anon')
  return database
}
