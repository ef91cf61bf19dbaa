import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addCoOwner, answer, invite, readInvitation } from '../support/co-owners.ts'
import { createCommunity, readCommunity } from '../support/communities.ts'
import { createSecretClient, createUser } from '../support/users.ts'
import { failRequests, interceptRequests } from './requests.ts'
import { chooseInRow, expectToast, findRow, openApp, openRowMenu } from './whole-app.tsx'

const secret = createSecretClient()
const nobody = { email: 'nobody@example.com' }

async function openPeople(owner: Awaited<ReturnType<typeof createUser>>, name: string) {
  const user = await openApp(owner, '/profile')
  await chooseInRow(user, name, 'People')
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'People' })) }
}

test('a rejected invitation keeps the input, two clicks send one, and it can be withdrawn', async () => {
  const owner = await createUser()
  const { id } = await createCommunity(owner, { name: 'Kite Crew' })
  const { user, dialog } = await openPeople(owner, 'Kite Crew')
  const email = await dialog.findByLabelText(/^Email/)
  const send = dialog.getByRole('button', { name: 'Invite' })
  for (const [text, message] of [
    ['nobody@example', 'Please enter an email address such as name@example.com'],
    ['nobody@example.com, mei@example.com', 'Please enter only one email address'],
  ] as const) {
    await user.clear(email)
    await user.type(email, text)
    await user.click(send)
    expect(dialog.getByText(message)).toBeVisible()
    expect(email).toHaveFocus()
  }
  await user.clear(email)
  await user.type(email, nobody.email)
  const broken = failRequests(/invite_to_community/)
  await user.click(send)
  expect(await dialog.findByText(/^Failed to invite/)).toBeVisible()
  expect(email).toHaveValue(nobody.email)
  broken.restore()
  await user.clear(email)
  await user.type(email, 'Mei <nobody@example.com>;')
  const sent = interceptRequests(/invite_to_community/, (forward) => forward())
  await user.dblClick(send)
  expect(await dialog.findByText('nobody@example.com')).toBeVisible()
  expect(sent.count()).toBe(1)
  await waitFor(() => expect(email).toHaveValue(''))
  await user.type(email, nobody.email)
  await user.click(send)
  expect(await dialog.findByText(/already invited this address/)).toBeVisible()
  // No longer reported while another address is entered.
  await user.type(email, '.au')
  expect(dialog.queryByText(/already invited this address/)).toBeNull()

  await user.click(
    dialog.getByRole('button', { name: 'Withdraw the invitation of nobody@example.com' }),
  )
  expect(await dialog.findByText('No co-owners yet.')).toBeVisible()
  expect((await readInvitation(id, nobody)).answer).toBe('withdrawn')
})

test('an owner reads that an invitation was answered before it could be withdrawn', async () => {
  const [owner, guest] = [await createUser(), await createUser()]
  const { id } = await createCommunity(owner, { name: 'Kite Crew' })
  await invite(owner, id, guest).throwOnError()
  const { user, dialog } = await openPeople(owner, 'Kite Crew')
  const withdraw = await dialog.findByRole('button', { name: /^Withdraw the invitation/ })
  await answer(guest, await readInvitation(id, guest), false).throwOnError()
  await user.click(withdraw)
  expect(await dialog.findByText('No co-owners yet.')).toBeVisible()
  expect(dialog.getByRole('alert')).toHaveTextContent('Failed to withdraw the invitation')
})

test('an owner removes a co-owner, who no longer sees the community', async () => {
  const [owner, coOwner] = [await createUser(), await createUser({ name: 'Coco' })]
  const { id } = await createCommunity(owner, { name: 'Kite Crew' })
  await addCoOwner(owner, id, coOwner)
  const { user, dialog } = await openPeople(owner, 'Kite Crew')
  await user.click(await dialog.findByRole('button', { name: 'Remove Coco' }))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }),
  )
  await expectToast('Co-owner removed')
  expect(await dialog.findByText('No co-owners yet.')).toBeVisible()
  await openApp(coOwner, '/profile')
  expect(await screen.findByText("You haven't created any communities yet")).toBeVisible()
})

test('a co-owner edits, but neither appeals nor deletes, sees the owner, and leaves', async () => {
  const [owner, coOwner] = [await createUser({ name: 'Olga Owner' }), await createUser()]
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'rejected' })
  await addCoOwner(owner, id, coOwner)
  const user = await openApp(coOwner, '/profile')
  const row = await findRow('Kite Crew')
  expect(row.getByText('Co-owner')).toBeVisible()
  expect(row.getByRole('button', { name: /^Edit and resubmit: / })).toBeVisible()
  expect(row.queryByText(/You can appeal/)).toBeNull()
  const menu = await openRowMenu(user, 'Kite Crew')
  for (const name of ['Appeal', 'Delete']) {
    expect(menu.queryByRole('menuitem', { name })).toBeNull()
  }
  await user.click(menu.getByRole('menuitem', { name: 'People' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'People' }))
  expect(await dialog.findByText('Olga Owner')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Leave' }))
  const confirmation = within(await screen.findByRole('alertdialog'))
  const broken = failRequests(/remove_co_owner/)
  await user.click(confirmation.getByRole('button', { name: 'Leave' }))
  expect(await confirmation.findByText(/^Couldn't remove you as a co-owner/)).toBeVisible()
  broken.restore()
  await user.click(confirmation.getByRole('button', { name: 'Leave' }))
  await expectToast('You are no longer a co-owner')
  await waitFor(() => expect(screen.queryByText('Kite Crew')).toBeNull())
})

test('an invitation that was withdrawn disappears when it is answered', async () => {
  const [owner, guest] = [await createUser(), await createUser()]
  const { id } = await createCommunity(owner, { name: 'Kite Crew' })
  await invite(owner, id, guest).throwOnError()
  const user = await openApp(guest, '/profile')
  // No admin has approved its name.
  const accept = await screen.findByRole('button', { name: 'Accept: a community in review' })
  expect(screen.queryByText(/Kite Crew/)).toBeNull()
  const { id: invitation_id } = await readInvitation(id, guest)
  await owner.client.rpc('withdraw_invitation', { invitation_id }).throwOnError()
  await user.click(accept)
  await expectToast(/This invitation is no longer open/)
  await waitFor(() => expect(screen.queryByText('Invitations')).toBeNull())
})

test('a user is asked before they become the owner, and reads that the owner invites, but not their name', async () => {
  const [owner, guest] = [await createUser({ name: 'Olga Owner' }), await createUser()]
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'approved' })
  await invite(owner, id, guest, 'transfer').throwOnError()
  const user = await openApp(guest, '/profile?section=settings')
  expect(await screen.findByText('Its owner would like to hand it over to you.')).toBeVisible()
  const accept = screen.getByRole('button', { name: 'Accept: Kite Crew' })
  await user.click(accept)
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/^The owner of .*Kite Crew.* You become its only owner/)).toBeVisible()
  expect(document.body).not.toHaveTextContent('Olga')
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect((await readCommunity(id)).owner_id).toBe(owner.id)
  expect((await readInvitation(id, guest)).answer).toBeNull()

  await user.click(accept)
  await user.click(await screen.findByRole('button', { name: 'Become the owner' }))
  expect(await findRow('Kite Crew')).toBeDefined()
  expect(window.location.search).toBe('?section=communities')
  expect((await readCommunity(id)).owner_id).toBe(guest.id)
})

test('an invited user who has signed up with a code is asked for the name that the owner sees', async () => {
  const [owner, guest] = [await createUser(), await createUser()]
  const [name] = guest.email.split('@')
  await guest.client.from('profiles').update({ name }).eq('id', guest.id).throwOnError()
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'approved' })
  await invite(owner, id, guest).throwOnError()
  const user = await openApp(guest, '/profile')
  const link = await screen.findByRole('link', { name: 'enter your name' })
  expect(link.closest('p')).toHaveTextContent('The owner sees “No name yet” until you')
  await user.click(link)
  const edit = await screen.findByRole('button', { name: 'Edit Profile' })
  await waitFor(() => expect(edit).toBeEnabled())
  await user.click(edit)
  const field = await screen.findByLabelText(/Full Name/)
  await user.clear(field)
  await user.type(field, 'Nora')
  await user.type(screen.getByLabelText(/Phone/), '+351 555 0100')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'enter your name' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Accept: Kite Crew' }))
  await waitFor(async () => {
    const { data } = await owner.client.rpc('list_people').throwOnError()
    expect(data).toMatchObject([{ name: 'Nora' }])
  })
})

test('deleting an account hands over the communities with co-owners first, and deletes the others', async () => {
  const [owner, coOwner] = [await createUser(), await createUser({ name: 'Coco' })]
  const shared = await createCommunity(owner, { name: 'Kite Crew' })
  const left = await createCommunity(owner, { name: 'Left' })
  await createCommunity(owner, { name: 'Alone' })
  for (const { id } of [shared, left]) await addCoOwner(owner, id, coOwner)
  const user = await openApp(owner, '/profile?section=settings')
  await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
  const findOffer = async () =>
    within(await screen.findByRole('dialog', { name: 'Hand over your communities?' }))
  const findConfirm = async () =>
    within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }))
  await user.click((await findOffer()).getByRole('button', { name: 'Continue' }))
  await findConfirm()
  // Back and Forward offer it again.
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  window.history.forward()
  const offer = await findOffer()
  expect(offer.queryByText('Alone')).toBeNull()
  await user.click(offer.getByRole('button', { name: 'Hand over Kite Crew' }))
  await expectToast('Community handed over')
  // A community that cannot be handed over is not deleted without a warning.
  const gone = { community_id: left.id, user_id: coOwner.id }
  await coOwner.client.rpc('remove_co_owner', gone).throwOnError()
  await user.click(offer.getByRole('button', { name: 'Hand over Left' }))
  const confirm = await findConfirm()
  expect(confirm.getByRole('alert')).toHaveTextContent('Failed to hand over “Left”')
  await user.click(confirm.getByRole('button', { name: 'Yes, Delete My Account' }))
  await expectToast('Account deleted successfully')
  expect((await readCommunity(shared.id)).owner_id).toBe(coOwner.id)
  const kept = secret.from('communities').select().eq('owner_id', owner.id)
  expect((await kept.throwOnError()).data).toEqual([])
})
