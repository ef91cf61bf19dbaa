import { addCommunity } from '../../tooling/journeys/demo-rows.ts'
import { chooseInRow } from '../../tooling/journeys/journey.ts'
import { openAs } from '../../tooling/journeys/sign-in.ts'
import { expect, test } from './fixtures.ts'
import { word } from './long-words.ts'
import { expectReadable } from './readable.ts'

test('an owner adds a co-owner, who edits the community and then takes it over', async ({
  page,
  openPage,
  app,
}) => {
  test.slow()
  const name = 'Harbour Rowers'
  await addCommunity(app.backend, { name, status: 'approved' })
  const row = page.getByRole('listitem').filter({ hasText: name })
  const people = page.getByRole('dialog', { name: 'People' })

  await test.step('the owner invites two addresses', async () => {
    await openAs(page, 'luca@example.com', '/profile')
    await chooseInRow(page, name, 'People')
    await expect(people.getByText('No co-owners yet.')).toBeVisible()
    for (const email of ['Mei@Example.com', word.email]) {
      await people.getByLabel('Email').fill(email)
      await people.getByRole('button', { name: 'Invite' }).click()
      await expect(people.getByText(email.toLowerCase(), { exact: true })).toBeVisible()
    }
    await expectReadable(page, 'people')
    await people.getByRole('button', { name: 'Close' }).click()
  })

  const guest = await openPage()
  const guestsRow = guest.getByRole('listitem').filter({ hasText: name })
  await test.step('the co-owner accepts and edits', async () => {
    await openAs(guest, 'mei@example.com', '/profile')
    await expect(guest.getByRole('heading', { name: 'Invitations' })).toBeVisible()
    await expectReadable(guest, 'invitation')
    await guest.getByRole('button', { name: `Accept: ${name}` }).click()
    await expect(guest.getByRole('heading', { name: 'Invitations' })).toBeHidden()
    await expect(guestsRow.getByText('Co-owner')).toBeVisible()
    await guestsRow.getByRole('button', { name: `Edit ${name}` }).click()
    const edit = guest.getByRole('dialog', { name: 'Edit Community' })
    await edit.getByLabel('Current Member Count').fill('77')
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await expect(guestsRow.getByText('77 members')).toBeVisible()
    await chooseInRow(guest, name, 'People')
    const dialog = guest.getByRole('dialog', { name: 'People' })
    await expect(dialog.getByText('You are a co-owner.')).toBeVisible()
    await expectReadable(guest, 'people of a co-owner')
    await guest.keyboard.press('Escape')
  })

  await test.step('the owner hands it over and stays as a co-owner', async () => {
    await page.reload()
    await chooseInRow(page, name, 'People')
    await expect(people.getByText('Co-owner since')).toBeVisible()
    await people.getByLabel('Email').fill('mei@example.com')
    await people.getByLabel('Invite as').selectOption('transfer')
    await people.getByRole('button', { name: 'Hand over' }).click()
    await expectReadable(page, 'confirm the transfer')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hand over' }).click()
    await expect(people.getByText('Invited to take over')).toBeVisible()
  })

  await test.step('the co-owner becomes the owner', async () => {
    await guest.reload()
    await guest.getByRole('button', { name: `Accept: ${name}` }).click()
    await expectReadable(guest, 'confirm the ownership')
    await guest.getByRole('button', { name: 'Become the owner' }).click()
    await expect(guestsRow.getByText('Co-owner')).toHaveCount(0)
    await page.reload()
    await expect(row.getByText('Co-owner')).toBeVisible()
  })

  await test.step('deleting the account first offers to hand it over', async () => {
    await guest.getByRole('tab', { name: 'Settings' }).click()
    await guest.getByRole('button', { name: 'Delete Account' }).click()
    const offer = guest.getByRole('dialog', { name: 'Hand over your communities?' })
    await expect(offer.getByText(name)).toBeVisible()
    await expectReadable(guest, 'hand over before deleting')
    await offer.getByRole('button', { name: `Hand over ${name}` }).click()
    // Nothing is left to hand over.
    await expect(guest.getByRole('alertdialog', { name: 'Are you sure?' })).toBeVisible()
    await guest.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await expect(row.getByText('Co-owner')).toHaveCount(0)
  })
})
