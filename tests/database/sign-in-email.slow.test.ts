import { readFileSync } from 'node:fs'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newInviteLink, stockPhoto } from '../support/communities.ts'
import { startMigratedPostgres } from './migrated-postgres.ts'

/* Only the auth service confirms emails. The contact email in a profile does not prove the user's identity. */

const { sql, createAccount, stop } = await startMigratedPostgres()
beforeEach(() => sql.query('delete from auth.users'))
afterAll(stop)

const changeSignInEmail = (id: string, email: string) =>
  sql.query('update auth.users set email = $2 where id = $1', [id, email])

const changeContactEmail = (id: string, email: string) =>
  sql.query('update public.profiles set email = $2 where id = $1', [id, email])

async function readEmails(id: string) {
  const { rows } = await sql.query(
    `select p.email, p.sign_in_email, d.email as listed
     from public.profiles as p join private.account_index as d using (id) where id = $1`,
    [id],
  )
  return rows[0]
}

test.each([
  ['docs/deployment.md', 'you@example.com'],
  ['scripts/ops/doctor/examine.ts', '<your email>'],
])('the SQL of %s finds the first admin by sign-in email', async (file, placeholder) => {
  const text = readFileSync(file, 'utf8')
  const [statement = ''] = /update public\.profiles set is_admin = true[^;]+;/.exec(text) ?? []
  expect(statement).toContain(placeholder)
  const me = await createAccount('me@example.com')
  const attacker = await createAccount('attacker@example.com')
  await changeContactEmail(me, 'elsewhere@example.com')
  await changeContactEmail(attacker, 'me@example.com')
  await sql.query(statement.replace(placeholder, 'me@example.com'))
  const { rows } = await sql.query('select id from public.profiles where is_admin')
  expect(rows).toEqual([{ id: me }])
  await sql.query('update public.profiles set is_admin = false')
})

describe('a changed sign-in email', () => {
  test.each([
    ['that is also the contact email changes', '', 'new@example.com'],
    ['with another contact email changes', 'contact@example.com', 'contact@example.com'],
  ])('%s in the profile, the account index and the search', async (_what, contact, email) => {
    const id = await createAccount('old@example.com')
    await sql.query(
      `insert into public.communities
         (name, description, location, whatsapp_link, image_url, category, owner_id)
       values ('Swimmers', 'At dawn', 'Bali', $1, '${stockPhoto}', 'Sports', $2)`,
      [newInviteLink(), id],
    )
    if (contact) await changeContactEmail(id, contact)
    await changeSignInEmail(id, 'new@example.com')
    expect(await readEmails(id)).toEqual({
      email,
      sign_in_email: 'new@example.com',
      listed: 'new@example.com',
    })
    const find = async (word: string) => {
      const condition = 'select private.community_filter($1, null, null, null, $2) as filter'
      const { rows } = await sql.query(condition, [word, id])
      return (await sql.query(`select from public.communities as c where ${rows[0].filter}`))
        .rowCount
    }
    expect(await find('new@example.com')).toBe(1)
    expect(await find('contact@example.com')).toBe(contact ? 1 : 0)
    expect(await find('old@example.com')).toBe(0)
  })

  test.each(['line\nbreak@example.com', `${'x'.repeat(243)}@example.com`])(
    'is saved even if it is invalid as a contact email: %j',
    async (invalid) => {
      const id = await createAccount('old@example.com')
      await changeSignInEmail(id, invalid)
      expect(await readEmails(id)).toMatchObject({
        email: 'old@example.com',
        sign_in_email: invalid,
      })
      const second = `2${invalid.slice(1)}`
      const other = await createAccount(second)
      expect(await readEmails(other)).toMatchObject({ email: '', sign_in_email: second })
    },
  )
})

test('a restored profile has the sign-in email of the account, whatever is sent', async () => {
  const id = await createAccount('me@example.com')
  await sql.query('delete from public.profiles where id = $1', [id])
  await sql.query(
    `insert into public.profiles (id, name, sign_in_email) values ($1, 'Back', 'boss@example.com')`,
    [id],
  )
  expect(await readEmails(id)).toMatchObject({ sign_in_email: 'me@example.com' })
})

test('an account without an email gets a profile', async () => {
  const id = await createAccount(null)
  expect(await readEmails(id)).toMatchObject({ email: '', sign_in_email: '' })
})
