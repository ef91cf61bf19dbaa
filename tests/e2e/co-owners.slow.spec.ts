import { addCommunity } from '../../tooling/journeys/demo-rows.ts'
import { chooseInRow } from '../../tooling/journeys/journey.ts'
import { openAs } from '../../tooling/journeys/sign-in.ts'
import { expect, test } from './fixtures.ts'
import { word } from './long-words.ts'
import { expectReadable } from './readable.ts'

/* tests/component/people.slow.test.tsx has the rules. */

test('co-owners are readable from the invitation until one takes over and deletes the account', async ({
  page,
  openPage,
  app,
}) => {
  test.slow()
  const name = 'Harbour Rowers'
  await addCommunity(app.backend, { name, status: 'approved' })
  const people = page.getByRole('dialog', { name: 'People' })
  await openAs(page, 'luca@example.com', '/profile')
  await chooseInRow(page, name, 'People')
  for (const email of ['Mei@Example.com', word.email]) {
    await people.getByLabel('Email').fill(email)
    await people.getByRole('button', { name: 'Invite' }).click()
    await expect(people.getByText(email.toLowerCase(), { exact: true })).toBeVisible()
  }
  await expectReadable(page, 'people')

  const guest = await openPage()
  const accept = guest.getByRole('button', { name: `Accept: ${name}` })
  await openAs(guest, 'mei@example.com', '/profile')
  await expect(accept).toBeVisible()
  await expectReadable(guest, 'invitation')
  await accept.click()
  await expect(accept).toBeHidden()
  await chooseInRow(guest, name, 'People')
  await expect(guest.getByText('You are a co-owner.')).toBeVisible()
  await expectReadable(guest, 'people of a co-owner')

  await page.reload()
  await chooseInRow(page, name, 'People')
  await people.getByLabel('Email').fill('mei@example.com')
  await people.getByLabel('Invite as').selectOption('transfer')
  await people.getByRole('button', { name: 'Hand over' }).click()
  await expectReadable(page, 'confirm the transfer')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hand over' }).click()
  await expect(people.getByText('Invited to take over')).toBeVisible()

  await guest.goto('/profile')
  await accept.click()
  await expectReadable(guest, 'confirm the ownership')
  await guest.getByRole('button', { name: 'Become the owner' }).click()
  await expect(accept).toBeHidden()
  await guest.getByRole('tab', { name: 'Settings' }).click()
  await guest.getByRole('button', { name: 'Delete Account' }).click()
  const offer = guest.getByRole('dialog', { name: 'Hand over your communities?' })
  await expect(offer.getByText(name)).toBeVisible()
  await expectReadable(guest, 'hand over before deleting')
})
