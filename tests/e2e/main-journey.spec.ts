import { fillCommunity } from './fill-community.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from '../../tooling/journeys/sign-in.ts'

const inviteLink = 'https://chat.whatsapp.com/JourneyAbcdefghij01234'

test('an owner lists a community, an admin approves it, and the owner sees it approved', async ({
  page,
  openPage,
  app,
}) => {
  const name = 'Table Mountain Early Birds'

  await test.step('the owner creates an account to list a community', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Back Soon' })).toBeVisible()
    await page.getByRole('link', { name: 'List your community' }).click()
    await page.getByRole('button', { name: 'Create an account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Noor')
    await dialog.getByLabel('Email').fill('noor@example.com')
    await dialog.getByLabel('Password', { exact: true }).fill('long-walks-at-5')
    await dialog.getByRole('button', { name: 'Create account' }).click()
  })

  await test.step('the owner fills in the form and adds an image', async () => {
    const dialog = page.getByRole('dialog', { name: 'List your community' })
    await fillCommunity(dialog, {
      name,
      description: 'We walk up before the sun does, every Thursday.',
      location: 'Cape Town',
      category: 'Sports',
      memberCount: '42',
      whatsAppLink: inviteLink,
    })
    await dialog.getByRole('button', { name: 'Add Group' }).click()
    await dialog.getByLabel('Group name').fill('Thursday hikers')
    await dialog.getByRole('button', { name: 'Submit for review' }).click()
  })

  await test.step('the community is pending, with its image from storage', async () => {
    await expect(page).toHaveURL('/profile')
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row.getByText('Pending')).toBeVisible()
    await expect(row.getByText('42 members')).toBeVisible()
    const image = row.locator('img')
    await expect(image).toHaveAttribute('src', /\/community-images\/[\w-]+\/\d+-compressed\.jpg$/)
    await expect
      .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
      .toBe(1200)
    const stored = await page.request.get((await image.getAttribute('src')) ?? '')
    expect(stored.headers()['content-type']).toBe('image/jpeg')
    const { rows } = await app.backend.connection.driver.query<{ name: string; size: number }>(
      `select g.name, (o.metadata ->> 'size')::int as size
       from communities c
       join community_groups g on g.community_id = c.id
       join storage.objects o on c.image_url like '%' || o.name
       where c.name = $1`,
      [name],
    )
    expect(rows).toEqual([{ name: 'Thursday hikers', size: (await stored.body()).byteLength }])
  })

  await test.step('an admin approves it', async () => {
    const adminPage = await openPage()
    await adminPage.goto('/admin')
    await signIn(adminPage, 'admin@example.com')
    await expect(adminPage.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    const row = adminPage.getByRole('row').filter({ hasText: name })
    await expect(row.getByText('noor@example.com')).toBeVisible()
    await row.getByRole('button', { name: `Approve ${name}` }).click()
    await expect(adminPage.getByText('Community approved successfully')).toBeVisible()
    await expect(row.getByText('Approved')).toBeVisible()
    await expect(row.getByRole('button', { name: `Approve ${name}` })).toHaveCount(0)
  })

  await test.step('the owner sees it approved', async () => {
    await page.reload()
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row.getByText('Approved')).toBeVisible()
  })
})
