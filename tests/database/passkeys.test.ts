import { expect, test } from 'vitest'
import { createTestClient, signUpAt, type TestUser } from '../support/users.ts'
import { local } from './closed-backend.ts'

const sql = local.connection.driver

/** Adds a passkey, as the auth service does, and returns its id. */
async function insertPasskey({ id }: TestUser): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
     values ($1, $2, '\\x5ec3e7', 'iCloud Keychain') returning id`,
    [id, new TextEncoder().encode(crypto.randomUUID())],
  )
  return rows[0]?.id
}

const removePasskey = (id: string | undefined) =>
  sql.query('delete from auth.webauthn_credentials where id = $1', [id])

test('a user who has unsubscribed still gets the emails about passkeys, which do not name them', async () => {
  const owner = await signUpAt(local)
  await owner.client
    .from('profiles')
    .update({ wants_decision_emails: false })
    .eq('id', owner.id)
    .throwOnError()
  await removePasskey(await insertPasskey(owner))
  const secret = createTestClient(local.secretKey, local.url)
  const { data } = await secret.rpc('reserve_emails').throwOnError()
  const received = data.filter(({ recipient_id }) => recipient_id === owner.id)
  expect(received).toEqual([
    expect.objectContaining({ kind: 'passkey_added', recipient: owner.email, data: {} }),
    expect.objectContaining({ kind: 'passkey_removed', recipient: owner.email, data: {} }),
  ])
})

test('an export has the passkeys of its user, without their keys', async () => {
  const [owner, other] = [await signUpAt(local), await signUpAt(local)]
  await insertPasskey(owner)
  const [own, foreign] = await Promise.all(
    [owner, other].map(async ({ client }) => {
      const { data } = await client.rpc('export_my_data').throwOnError()
      return data
    }),
  )
  const passkey = { name: 'iCloud Keychain', created_at: expect.any(String), last_used_at: null }
  expect(own).toMatchObject({ passkeys: [passkey] })
  expect(JSON.stringify(own)).not.toContain('5ec3e7')
  expect(foreign).toMatchObject({ passkeys: [] })
})

test('an account with a passkey can be deleted', async () => {
  const owner = await signUpAt(local)
  await insertPasskey(owner)
  await sql.query('delete from auth.users where id = $1', [owner.id])
  const { rows } = await sql.query(
    `select from private.email_outbox where recipient_id = $1
     union all select from auth.webauthn_credentials where user_id = $1`,
    [owner.id],
  )
  expect(rows).toEqual([])
})

test('neither visitors nor users can read, add or remove passkeys in the database', async () => {
  const owner = await signUpAt(local)
  const id = await insertPasskey(owner)
  for (const role of ['anon', 'authenticated']) {
    for (const statement of [
      'select id from auth.webauthn_credentials',
      'delete from auth.webauthn_credentials',
      'select private.watch_passkeys()',
    ]) {
      const attack = sql.exec(`begin; set local role ${role}; ${statement}`)
      await expect(attack).rejects.toMatchObject({ code: '42501' })
      await sql.exec('rollback')
    }
  }
  const { rows } = await sql.query('select from auth.webauthn_credentials where id = $1', [id])
  expect(rows).toHaveLength(1)
})

test('a project whose auth service has no passkeys can be deployed, and exports none', async () => {
  const attempt = sql.exec(`
    do $$
    begin
      drop table auth.webauthn_credentials;
      perform private.watch_passkeys();
      raise exception 'undone: %', private.export_passkeys_of(gen_random_uuid());
    end
    $$`)
  await expect(attempt).rejects.toThrow('undone: []')
})
