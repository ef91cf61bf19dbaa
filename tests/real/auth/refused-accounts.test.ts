import { afterAll, expect, test } from 'vitest'
import { createAccountForm } from '../../../src/features/session/sign-in/sign-in-fields.tsx'
import { toUserError } from '../../../src/supabase/errors.ts'
import { startLocalSupabase } from '../../../tooling/real-services/start.ts'
import { createAccountTools } from '../account-tools.ts'

/* What the auth service refuses: the form refuses the same, and the errors have messages for users. */

const services = await startLocalSupabase({ confirmations: true })
afterAll(() => services.stop())
const { createClient, generateAccount, readToken, verify, createAccount, followServiceLink } =
  createAccountTools(services)

test.each(['пароль-1234', 'password-١٢٣٤', 'only-letters', '12345678'])(
  'the form and the service both reject the password %s',
  async (password) => {
    expect(
      createAccountForm.safeParse({ ...generateAccount(), name: 'Ada', password }).success,
    ).toBe(false)
    const { error } = await createClient().auth.signUp({ ...generateAccount(), password })
    expect(error).toMatchObject({ code: 'weak_password', reasons: ['characters'] })
  },
)

test('the service rejects addresses that the form rejects for their length', async () => {
  const account = generateAccount()
  const signUp = (length: number) => {
    // SMTP servers limit the part before the @.
    const [local = '', domain = ''] = account.email.split('@')
    const labels = ['a', 'b', 'c'].map((letter) => letter.repeat(60)).join('.')
    const rest = 'd'.repeat(length - `${local}@.${labels}.${domain}`.length)
    const email = `${local}@${rest}.${labels}.${domain}`
    const { success } = createAccountForm.safeParse({ ...account, email, name: 'Ada' })
    return { success, response: createClient().auth.signUp({ ...account, email }) }
  }
  // One fewer than the form allows: the SMTP server of the tests accepts no more.
  const longest = signUp(253)
  expect(longest.success).toBe(true)
  expect((await longest.response).error).toBeNull()
  const tooLong = signUp(256)
  expect(tooLong.success).toBe(false)
  expect((await tooLong.response).error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('the session of a blocked user cannot be refreshed, and the errors say why', async () => {
  const { account, client } = await createAccount()
  const { data } = await client.auth.getUser()
  const secret = createClient(services.secretKey)
  const id = data.user?.id ?? ''
  await createClient().auth.signInWithOtp({ email: account.email })
  const [code = ''] = /^\d{6}$/m.exec(services.emails.get(account.email)?.at(-1)?.text ?? '') ?? []
  const blocked = await secret.auth.admin.updateUserById(id, { ban_duration: '24h' })
  expect(blocked.error).toBeNull()
  for (const { error } of [
    await client.auth.refreshSession(),
    await client.auth.getUser(),
    await createClient().auth.signInWithPassword(account),
    await createClient().auth.verifyOtp({ email: account.email, token: code, type: 'email' }),
  ]) {
    expect(toUserError(error).message).toMatch(/^This account is blocked/)
  }
  await createClient().auth.resetPasswordForEmail(account.email)
  const token = readToken(account.email)
  expect((await verify(token)).error?.code).toBe('user_banned')
  expect(await followServiceLink(token)).toEqual({ kind: 'problem', code: 'user_banned' })
})
