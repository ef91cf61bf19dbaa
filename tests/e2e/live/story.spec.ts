import { fillCommunity } from '../../../tooling/journeys/fill-community.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { openAdmin, openAs } from '../../../tooling/journeys/sign-in.ts'
import { cards, mockWhatsApp } from '../../../tooling/journeys/directory.ts'

const inviteLink = 'https://chat.whatsapp.com/DirectoryAbcdefghi0123'

test('a community is listed, approved, found despite a typo, joined and reported', async ({
  page,
  openPage,
  app,
  consoleErrors,
}) => {
  // Three users, one after another.
  test.slow()
  const name = 'Canggu Chess Terrace'
  const rows = async <Row>(query: string) =>
    (await app.backend.connection.driver.query<Row>(query)).rows

  await test.step('an owner lists it', async () => {
    await openAs(page, 'luca@example.com', '/?list=new')
    const dialog = page.getByRole('dialog', { name: 'List your community' })
    await fillCommunity(dialog, {
      name,
      description: 'Blitz at sunset, every Tuesday.',
      location: 'Bali',
      memberCount: '64',
      whatsAppLink: inviteLink,
    })
    await dialog.getByRole('button', { name: 'Submit for review' }).click()
    await expect(page).toHaveURL('/profile')
  })

  const adminPage = await openPage()
  const visitor = await openPage()
  const opened = await mockWhatsApp(visitor.context())

  await test.step('visitors find it only after an admin has approved it', async () => {
    await visitor.goto('/communities?q=chess+terrace')
    await expect(visitor.getByText('No communities match “chess terrace”')).toBeVisible()
    await openAdmin(adminPage)
    await adminPage.getByRole('button', { name: `Approve ${name}` }).click()
    await expect(adminPage.getByText('Community approved successfully')).toBeVisible()
  })

  await test.step('a visitor finds it despite a typo', async () => {
    await visitor.goto('/')
    await visitor.getByRole('searchbox', { name: 'Search communities' }).fill('cangu chss')
    await visitor.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(visitor).toHaveURL('/communities?q=cangu+chss')
    await expect(cards(visitor)).toHaveCount(1)
    await cards(visitor).getByRole('link', { name }).click()
    await expect(visitor.getByRole('heading', { level: 1, name })).toBeFocused()
    expect(await visitor.content()).not.toContain(inviteLink)
  })

  await test.step('the visitor creates an account and joins it', async () => {
    await visitor.getByRole('button', { name: 'Join on WhatsApp' }).click()
    const dialog = visitor.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create an account' }).click()
    await dialog.getByLabel('Name').fill('Yuki')
    await dialog.getByLabel('Email').fill('yuki@example.com')
    await dialog.getByLabel('Password', { exact: true }).fill('queen-takes-pawn-7')
    const whatsApp = visitor.context().waitForEvent('page')
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await expect(await whatsApp).toHaveURL(inviteLink)
    await expect(visitor.getByRole('link', { name: 'Open WhatsApp' })).toHaveAttribute(
      'href',
      inviteLink,
    )
    expect(opened).toEqual([inviteLink])
    await expect(visitor).toHaveURL(/\/communities\?community=[\w-]{36}&place=Bali$/)
  })

  await test.step('joining again on the same day counts once', async () => {
    await visitor.reload()
    await visitor.getByRole('button', { name: 'Join on WhatsApp' }).click()
    await expect(visitor.getByRole('link', { name: 'Open WhatsApp' })).toBeVisible()
    expect(
      await rows(
        `select p.name from public.community_joins j join public.profiles p on p.id = j.user_id
         join public.communities c on c.id = j.community_id where c.name = '${name}'`,
      ),
    ).toEqual([{ name: 'Yuki' }])
  })

  await test.step('the visitor can report it once', async () => {
    const report = async () => {
      await visitor.getByRole('button', { name: 'Report' }).click()
      const dialog = visitor.getByRole('dialog', { name: 'Report this community' })
      await dialog.getByRole('radio', { name: 'Something else' }).check()
      await dialog.getByRole('button', { name: 'Send report' }).click()
      await expect(dialog.getByText('Please say what is wrong')).toBeVisible()
      await dialog.getByLabel("What's the problem?").fill('It is checkers by now.')
      await dialog.getByRole('button', { name: 'Send report' }).click()
      return dialog
    }
    await expect(await report()).toBeHidden()
    await expect(visitor.getByText('Thank you. An admin will look at it.')).toBeVisible()
    await expect(await report()).toContainText(
      'You have already reported this community. Thank you.',
    )
    // The browser logs the refused call.
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')])
    expect(
      await rows(
        `select r.reason, r.comment from public.community_reports r
         join public.communities c on c.id = r.community_id where c.name = '${name}'`,
      ),
    ).toEqual([{ reason: 'other', comment: 'It is checkers by now.' }])
  })

  await test.step('the owner sees how many joined, and the admin resolves the report', async () => {
    await page.reload()
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row.getByText('1 join in the last 30 days')).toBeVisible()
    await expect(row.getByRole('img', { name: /^Joins per day from / })).toBeVisible()
    await expectAccessible(page, 'joins')
    await adminPage.goto('/admin?view=queue&as=list')
    const entries = adminPage.getByRole('list', { name: 'Waiting for review' })
    await entries.getByRole('button', { name: new RegExp(name) }).click()
    await expect(adminPage.getByRole('region', { name: 'Reports' })).toContainText('checkers')
    await adminPage.getByRole('button', { name: /^Resolve report/ }).click()
    await expect(adminPage.getByText('Reports resolved successfully')).toBeVisible()
  })
})
