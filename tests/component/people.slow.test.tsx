import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addCoOwner, answer, invite, readInvitation } from '../support/co-owners.ts'
import { createCommunity, readCommunity } from '../support/communities.ts'
import { createSecretClient, createUser } from '../support/users.ts'
import { failRequests, interceptRequests } from './requests.ts'
import {
  chooseInRow,
  expectFocusKept,
  expectToast,
  findRow,
  openApp,
  openRowMenu,
} from './whole-app.tsx'

const secret = createSecretClient()
const nobody = { email: 'nobody@example.com' }

async function openPeople(owner: Awaited<ReturnType<typeof createUser>>, name: string) {
  const user = await openApp(owner, '/profile')
  await chooseInRow(user, name, 'People')
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'People' })) }
}

test('a failed invitation keeps the input, and two clicks send one', async () => {
  const owner = await createUser()
  const { id } = await createCommunity(owner, { name: 'Kite Crew' })
  const { user, dialog } = await openPeople(owner, 'Kite Crew')
  const email = await dialog.findByLabelText(/^Email/)
  await user.type(email, 'nobody@example')
  const send = dialog.getByRole('button', { name: 'Invite' })
  await user.click(send)
  expect(dialog.getByText('Please enter an email address such as name@example.com')).toBeVisible()
  expect(email).toHaveFocus()
  const broken = failRequests(/invite_to_community/)
  await user.type(email, '.com')
  await user.click(send)
  expect(await dialog.findByText(/^Failed to invite/)).toBeVisible()
  expect(email).toHaveValue(nobody.email)
  broken.restore()
  const sent = interceptRequests(/invite_to_community/, (forward) => forward())
  await user.dblClick(send)
  expect(await dialog.findByText('nobody@example.com')).toBeVisible()
  expect(sent.count()).toBe(1)
  await waitFor(() => expect(email).toHaveValue(''))

  await user.click(
    dialog.getByRole('button', { name: 'Withdraw the invitation of nobody@example.com' }),
  )
  expect(await dialog.findByText('No co-owners yet.')).toBeVisible()
  expect((await readInvitation(id, nobody)).answer).toBe('withdrawn')
})

test('an invitation goes to the address in a copied line', async () => {
  const owner = await createUser()
  const { id } = await createCommunity(owner, { name: 'Kite Crew' })
  const { user, dialog } = await openPeople(owner, 'Kite Crew')
  const email = await dialog.findByLabelText(/^Email/)
  const send = dialog.getByRole('button', { name: 'Invite' })
  await user.type(email, 'nobody@example.com, mei@example.com')
  await user.click(send)
  expect(dialog.getByText('Please enter only one email address')).toBeVisible()
  await user.clear(email)
  await user.type(email, 'Mei <nobody@example.com>;')
  await user.click(send)
  expect(await dialog.findByText('nobody@example.com')).toBeVisible()
  expect(await readInvitation(id, nobody)).toMatchObject(nobody)
})

test('a refused invitation is no longer reported while another address is entered', async () => {
  const owner = await createUser()
  const { id } = await createCommunity(owner, { name: 'Kite Crew' })
  await invite(owner, id, nobody).throwOnError()
  const { user, dialog } = await openPeople(owner, 'Kite Crew')
  const email = await dialog.findByLabelText(/^Email/)
  await user.type(email, nobody.email)
  await user.click(dialog.getByRole('button', { name: 'Invite' }))
  expect(await dialog.findByText(/already invited this address/)).toBeVisible()
  await user.type(email, '.au')
  expect(dialog.queryByText(/already invited this address/)).toBeNull()
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

test('a co-owner sees the owner and leaves', async () => {
  const [owner, coOwner] = [await createUser({ name: 'Olga Owner' }), await createUser()]
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'rejected' })
  await addCoOwner(owner, id, coOwner)
  const { user, dialog } = await openPeople(coOwner, 'Kite Crew')
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

test('only the owner can appeal and delete, and the co-owner sees a badge', async () => {
  const [owner, coOwner] = [await createUser(), await createUser()]
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'rejected' })
  await addCoOwner(owner, id, coOwner)
  const user = await openApp(coOwner, '/profile')
  const row = await findRow('Kite Crew')
  expect(row.getByText('Co-owner')).toBeVisible()
  expect(row.getByRole('button', { name: /^Edit and resubmit: / })).toBeVisible()
  expect(row.queryByText(/You can appeal/)).toBeNull()
  const menu = await openRowMenu(user, 'Kite Crew')
  expect(menu.getByRole('menuitem', { name: 'People' })).toBeVisible()
  for (const name of ['Appeal', 'Delete']) {
    expect(menu.queryByRole('menuitem', { name })).toBeNull()
  }
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

test('a suspended user reads an invitation and cannot answer it', async () => {
  const [owner, guest] = [await createUser(), await createUser()]
  const { id } = await createCommunity(owner, { name: 'Kite Crew', status: 'approved' })
  await invite(owner, id, guest).throwOnError()
  const suspension = { user_id: guest.id, reason: 'Spam.' }
  await secret.from('suspensions').insert(suspension).throwOnError()
  await openApp(guest, '/profile')
  await waitFor(async () =>
    expect(await screen.findByRole('button', { name: 'Accept: Kite Crew' })).toBeDisabled(),
  )
  expect((await answer(guest, await readInvitation(id, guest))).error?.code).toBe('PT403')
})

test('deleting an account hands over the communities with co-owners first, and deletes the others', async () => {
  const [owner, coOwner] = [await createUser(), await createUser({ name: 'Coco' })]
  const shared = await createCommunity(owner, { name: 'Kite Crew' })
  await createCommunity(owner, { name: 'Alone' })
  await addCoOwner(owner, shared.id, coOwner)
  const user = await openApp(owner, '/profile?section=settings')
  await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
  const offer = within(await screen.findByRole('dialog', { name: 'Hand over your communities?' }))
  expect(offer.queryByText('Alone')).toBeNull()
  expect(offer.getByRole('option', { name: 'Coco' })).toBeInTheDocument()
  await user.click(offer.getByRole('button', { name: 'Hand over Kite Crew' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, Delete My Account' }))
  await expectToast('Account deleted successfully')
  expect((await readCommunity(shared.id)).owner_id).toBe(coOwner.id)
  const left = secret.from('communities').select().eq('owner_id', owner.id)
  expect((await left.throwOnError()).data).toEqual([])
})

test('Back and Forward in the deletion of an account offer to hand over communities again', async () => {
  const [owner, coOwner] = [await createUser(), await createUser({ name: 'Coco' })]
  const { id } = await createCommunity(owner, { name: 'Kite Crew' })
  await addCoOwner(owner, id, coOwner)
  const user = await openApp(owner, '/profile?section=settings')
  await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
  const findOffer = () => screen.findByRole('dialog', { name: 'Hand over your communities?' })
  await user.click(within(await findOffer()).getByRole('button', { name: 'Continue' }))
  await screen.findByRole('button', { name: 'Yes, Delete My Account' })
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  window.history.forward()
  await findOffer()
})

test('a community that could not be handed over is not deleted without a warning', async () => {
  const [owner, coOwner] = [await createUser(), await createUser({ name: 'Coco' })]
  const { id: community_id } = await createCommunity(owner, { name: 'Kite Crew' })
  await addCoOwner(owner, community_id, coOwner)
  const user = await openApp(owner, '/profile?section=settings')
  await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
  const offer = within(await screen.findByRole('dialog', { name: 'Hand over your communities?' }))
  const left = { community_id, user_id: coOwner.id }
  await coOwner.client.rpc('remove_co_owner', left).throwOnError()
  await user.click(offer.getByRole('button', { name: 'Hand over Kite Crew' }))
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }))
  expect(confirm.getByRole('alert')).toHaveTextContent('Failed to hand over “Kite Crew”')
  await user.click(confirm.getByRole('button', { name: 'Cancel' }))
  await expectFocusKept(/^Delete Account$/)
})
