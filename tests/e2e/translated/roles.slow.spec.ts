import { addPending, removeAddedCommunities } from '../../../tooling/journeys/demo-rows.ts'
import { openAdmin, openProfile } from '../../../tooling/journeys/sign-in.ts'
import { translatePages } from '../../../tooling/journeys/translate.ts'
import { fillCommunity } from '../fill-community.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ context }) => translatePages(context))
test.afterEach(({ app }) => removeAddedCommunities(app.backend))

test('a visitor signs in on a translated page, after a wrong password', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill('mei@example.com')
  const password = dialog.getByLabel('Password', { exact: true })
  await password.fill('wrong-password-1')
  await password.press('Enter')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await password.fill('travel-together')
  await password.press('Enter')
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('400')])
})

test('an owner saves the profile and lists a community on a translated page', async ({
  page,
  app,
}) => {
  await openProfile(page, 'luca@example.com')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Phone').fill('+41 76 555 9999')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('definition').filter({ hasText: '+41 76 555 9999' })).toBeVisible()

  await page.goto('/?list=new')
  const dialog = page.getByRole('dialog', { name: 'List your community' })
  const community = {
    name: 'Translated walkers',
    description: 'We walk on Sundays.',
    location: 'Cape Town',
    category: 'Sports',
  }
  const inviteLink = 'https://chat.whatsapp.com/TranslatedAbcdef012345'
  await fillCommunity(dialog, { ...community, memberCount: '42', whatsAppLink: inviteLink })
  await dialog.getByRole('button', { name: 'Submit for review' }).click()
  const row = page.getByRole('listitem').filter({ hasText: community.name })
  await expect(row.getByText('Pending')).toBeVisible()
  await expect(row.locator('font', { hasText: '42 members' }).first()).toBeVisible()
  const { rows } = await app.backend.connection.driver.query(
    `select c.name, c.description, c.location, c.category, p.phone
     from public.communities c join public.profiles p on p.id = c.owner_id where c.name = $1`,
    [community.name],
  )
  expect(rows).toEqual([{ ...community, phone: '+41 76 555 9999' }])
})

test('an admin sorts, filters, approves, undoes and rejects on a translated page', async ({
  page,
  app,
}) => {
  await addPending(app.backend, ['Translated one', 'Translated two'])
  await openAdmin(page, '/admin?q=Translated')
  const table = page.getByRole('table', { name: 'Communities' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await table.getByRole('button', { name: 'Community' }).click()
  await expect(page).toHaveURL(/sort=name/)
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Culture')
  await expect(page).toHaveURL(/category=Culture/)
  await expect(table.getByRole('row')).toHaveCount(3)

  await page.getByRole('button', { name: 'Approve Translated one' }).click()
  await expect(page.getByText('Community approved successfully')).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Decision undone')).toBeVisible()
  await page.getByRole('button', { name: 'Reject Translated two' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(dialog.getByText('Please enter a reason')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Please add a description.')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText('Community rejected successfully')).toBeVisible()

  const { rows } = await app.backend.connection.driver.query(
    `select name, status, rejection_reason as reason from public.communities
     where name like 'Translated %' order by name`,
  )
  expect(rows).toEqual([
    { name: 'Translated one', status: 'pending', reason: null },
    { name: 'Translated two', status: 'rejected', reason: 'Please add a description.' },
  ])
})
