import { addCommunity } from '../../tooling/journeys/demo-rows.ts'
import { createSession, openAdmin, openProfile } from '../../tooling/journeys/sign-in.ts'
import { localPublishableKey } from '../../supabase/local/data-folder.ts'
import { expect, test } from './fixtures.ts'

test('a check finds a renamed group, an admin accepts the name, and an owner swaps a link', async ({
  page,
  app,
}) => {
  const session = await createSession(page, 'admin@example.com')
  const check = async (community: string) => {
    const response = await page.request.post('/functions/v1/admin/check-links', {
      headers: {
        apikey: localPublishableKey,
        authorization: `Bearer ${String(session['access_token'])}`,
      },
      data: { community },
    })
    expect(response.ok()).toBe(true)
  }
  const [renamed, swapped] = [
    await addCommunity(app.backend, { name: 'Harbour Runners', status: 'approved' }),
    await addCommunity(app.backend, { name: 'Harbour Rowers', status: 'approved' }),
  ]
  await app.backend.connection.driver.query(
    `update public.communities set whatsapp_link = 'https://chat.whatsapp.com/DemoRenamedJourney0001'
     where id = $1`,
    [renamed],
  )
  await check(swapped)
  await check(renamed)
  // The group has its other name from now on.
  await check(renamed)

  await openAdmin(page, '/admin?view=queue&as=list')
  const queue = page.getByRole('list', { name: 'Waiting for review' })
  await queue.getByText('Harbour Runners').click()
  const names = page.getByRole('region', { name: 'Renamed on WhatsApp' })
  await expect(names.getByText('Harbour Runners', { exact: true })).toBeVisible()
  await expect(names.getByText('Harbour Runners and Crypto')).toBeVisible()
  await page.getByRole('button', { name: /^Accept new name/ }).click()
  await expect(page.getByText(/^New name accepted/)).toBeVisible()
  await expect(queue.getByText('Harbour Runners')).toBeHidden()

  await openProfile(page, 'luca@example.com')
  await page.getByRole('button', { name: 'Edit Harbour Rowers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Community' })
  await dialog.getByLabel('WhatsApp Link').fill('https://chat.whatsapp.com/JourneySwapped00000001')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(
    page.getByText('Your new link leads to the same WhatsApp group, so visitors use it now.'),
  ).toBeVisible()
})
