import { afterAll, beforeEach, expect, test } from 'vitest'
import { addCoOwner, answer, invite, readInvitationAt } from '../support/co-owners.ts'
import { createCommunity, updateCommunity } from '../support/communities.ts'
import { uploadVersions } from '../support/images.ts'
import { areStored } from './backend.ts'
import { startEmailBackend } from './email-backend.ts'

const backend = await startEmailBackend()
const { sql, secret, owner, signUp, call, remove, server, sendDue, subjects, clear, decide } =
  backend
afterAll(backend.stop)
beforeEach(clear)

test('an image survives the account of whoever uploaded it while a community of another user shows it', async () => {
  const [uploader, keeper] = [await signUp(), await signUp()]
  const shared = await createCommunity(keeper)
  await addCoOwner(keeper, shared.id, uploader, secret)
  const [used, handedOver, own] = [
    await uploadVersions(uploader),
    await uploadVersions(uploader),
    await uploadVersions(uploader),
  ]
  await updateCommunity(uploader, shared.id, { image_url: used.full.url }).throwOnError()
  const transferred = await createCommunity(uploader, { image_url: handedOver.full.url })
  await addCoOwner(uploader, transferred.id, keeper, secret)
  const to = { community_id: transferred.id, new_owner_id: keeper.id }
  await uploader.client.rpc('hand_over_community', to).throwOnError()
  await createCommunity(uploader, { image_url: own.full.url })
  await invite(keeper, shared.id, uploader, 'transfer').throwOnError()

  expect(await remove(uploader, uploader)).toBe(200)
  expect(await areStored(used.full, used.small, handedOver.full, own.full, own.small)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  const kept = await secret.from('communities').select('id').eq('owner_id', keeper.id).order('id')
  expect(kept.data?.map(({ id }) => id)).toEqual([shared.id, transferred.id].toSorted())
  // The co-ownership, and the invitations by and to the address, are gone.
  for (const table of ['co_owners', 'invitations'] as const) {
    const { data } = await secret.from(table).select().throwOnError()
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`${uploader.id}|${uploader.email}`))
  }
  // The schedule keeps the files, too, until the communities no longer show them.
  await sql.exec(`update storage.objects set created_at = now() - interval '9 days'`)
  await call('admin/collect-images')
  expect(await areStored(used.full, handedOver.full)).toEqual([true, true])
  expect(await remove(keeper, keeper)).toBe(200)
  await sql.exec(`update public.audit_log set at = at - interval '1 hour'`)
  await call('admin/collect-images')
  expect(await areStored(used.full, handedOver.full)).toEqual([false, false])
})

test('an owner who deletes the account can no longer hand over its communities', async () => {
  const [leaver, heir] = [await signUp(), await signUp()]
  const { id } = await createCommunity(leaver)
  await invite(leaver, id, heir, 'transfer').throwOnError()
  const invitation = await readInvitationAt(secret, id, heir)
  // The first step of delete-user. The images may be deleted already.
  const deletion = { user_id: leaver.id, actor_id: leaver.id }
  await secret.rpc('announce_deletion', deletion).throwOnError()
  expect((await answer(heir, invitation)).error?.code).toBe('PT409')
  expect(await remove(leaver, leaver)).toBe(200)
  expect((await answer(heir, invitation)).error?.code).toBe('PT410')
})

test('an account whose email is not confirmed sees, accepts and is sent no invitation', async () => {
  const user = await signUp()
  const { id } = await createCommunity(owner)
  const confirm = (at: string) =>
    sql.query(`update auth.users set email_confirmed_at = ${at} where id = $1`, [user.id])
  await confirm('null')
  await invite(owner, id, user).throwOnError()
  const invitation = await readInvitationAt(secret, id, user)
  expect((await user.client.rpc('list_my_invitations').throwOnError()).data).toEqual([])
  expect((await answer(user, invitation)).error?.code).toBe('PT410')
  expect(await sendDue()).toMatchObject({ sent: 0 })
  await confirm('now()')
  await answer(user, invitation).throwOnError()
})

test('the recipient is emailed while the invitation is open, and the owner when it is accepted', async () => {
  const [guest, quiet] = [await signUp(), await signUp()]
  const { id } = await createCommunity(owner, { name: 'Buy pills' })
  await invite(owner, id, guest).throwOnError()
  await invite(owner, id, quiet).throwOnError()
  const withdrawn = await readInvitationAt(secret, id, quiet)
  await owner.client.rpc('withdraw_invitation', { invitation_id: withdrawn.id }).throwOnError()
  expect(await sendDue()).toMatchObject({ sent: 1 })
  expect(server.accepted[0]?.to).toEqual([guest.email])
  // No admin has approved the name.
  expect(subjects()).toEqual(['Become a co-owner of a community on Waypost?'])
  expect(server.accepted[0]?.email.text).not.toContain('pills')
  await answer(guest, await readInvitationAt(secret, id, guest)).throwOnError()
  await sendDue()
  expect(server.accepted[1]?.to).toEqual([owner.email])
  expect(server.accepted[1]?.email.subject).toBe('“Buy pills” has a new co-owner')
  expect(server.accepted[1]?.email.text).toContain(guest.email)
  server.accepted.length = 0
  const to = { community_id: id, new_owner_id: guest.id }
  await owner.client.rpc('hand_over_community', to).throwOnError()
  await sendDue()
  expect(server.accepted[0]?.to).toEqual([guest.email])
  expect(subjects()).toEqual(['You are now the owner of “Buy pills”'])
})

test('a user gets at most three emails about invitations a day, also when communities are deleted', async () => {
  const guest = await signUp()
  for (let number = 1; number <= 4; number += 1) {
    const { id } = await createCommunity(owner, { name: `Number ${number}` })
    await decide(id, { status: 'approved' })
    await invite(owner, id, guest).throwOnError()
    await invite(owner, id, guest, 'transfer').throwOnError()
    if (number < 2) continue
    await sendDue()
    if (number === 2) await owner.client.from('communities').delete().eq('id', id).throwOnError()
  }
  expect(subjects()).toEqual(
    [1, 2, 3].map((number) => `Become a co-owner of the community “Number ${number}” on Waypost?`),
  )
})
