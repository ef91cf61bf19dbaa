import { openAdmin, openAs } from '../../../tooling/journeys/sign-in.ts'
import { cards, openList } from '../../../tooling/journeys/directory.ts'
import { fillCommunity } from '../../../tooling/journeys/fill-community.ts'
import { expect, test } from '../fixtures.ts'
import { keyboardFor } from '../keyboard.ts'

const name = 'Tram 28 Sketchers'

test('an owner requests a place, an admin adds it, and visitors find it on the map', async ({
  page,
  openPage,
}) => {
  // Three users, one after another.
  test.slow()
  const dots = { name: 'Places on the map' }

  await test.step('an owner lists a community in a place that is not listed', async () => {
    await openAs(page, 'luca@example.com', '/?list=new')
    const dialog = page.getByRole('dialog', { name: 'List your community' })
    await fillCommunity(dialog, {
      name,
      description: 'Desenhamos nos elétricos, todos os sábados.',
      location: 'My place is not listed',
      language: 'pt',
      memberCount: '28',
      whatsAppLink: 'https://chat.whatsapp.com/PlacesAbcdefghij012345',
    })
    await dialog.getByRole('textbox', { name: 'Place and country' }).fill('Lisbon, Portugal')
    await dialog.getByLabel('Another language (optional)').selectOption('en')
    await dialog.getByRole('button', { name: 'Submit for review' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(
      'Lisbon, Portugal',
    )
  })

  const admin = await openPage()
  await test.step('an admin adds the place from the city data, and approves', async () => {
    await openAdmin(admin, '/admin?view=queue&as=list')
    const entries = admin.getByRole('list', { name: 'Waiting for review' })
    await entries.getByRole('button', { name: new RegExp(name) }).click()
    await expect(admin.getByRole('button', { name: `Approve ${name} A` })).toBeDisabled()
    await admin.getByRole('button', { name: 'Add place' }).click()
    const form = admin.getByRole('dialog', { name: 'Add place' })
    await expect(form.getByRole('textbox', { name: 'Name' }).first()).toHaveValue('Lisbon')
    await expect(form.getByRole('textbox', { name: 'Latitude' })).toHaveValue(/^38\.7/)
    await form.getByRole('button', { name: 'Add place' }).click()
    await expect(form).toBeHidden()
    await admin.getByRole('button', { name: `Approve ${name} A` }).click()
    await expect(admin.getByText('Community approved successfully')).toBeVisible()
  })

  const visitor = await openPage()
  await test.step('a visitor finds it on the map with the keyboard', async () => {
    const { press } = keyboardFor(visitor)
    await openList(visitor, '?view=map')
    const map = visitor.getByRole('list', dots)
    await press(map.getByRole('link', { name: 'Lisbon, Portugal: 1 community' }))
    await expect(visitor).toHaveURL('/communities?place=Lisbon&view=map')
    const card = cards(visitor).filter({ hasText: name })
    await expect(card).toContainText('Portuguese, English')
    await expect(card.getByRole('heading', { name })).toHaveAttribute('lang', 'pt')
  })

  await test.step('the admin renames the place, and the old link keeps working', async () => {
    await openAdmin(admin, '/admin')
    await admin.getByRole('button', { name: 'Places' }).click()
    await admin.getByRole('button', { name: 'Edit Lisbon' }).click()
    const form = admin.getByRole('dialog', { name: 'Edit place' })
    await form.getByRole('textbox', { name: 'Name' }).first().fill('Lisboa')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form).toBeHidden()
    await openList(visitor, '?place=Lisbon&language=pt')
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Communities in Lisboa')
    await expect(cards(visitor)).toHaveCount(1)
  })
})
