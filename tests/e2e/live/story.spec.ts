import { fillCommunity } from '../../../tooling/journeys/fill-community.ts'
import { expectReadable } from '../readable.ts'
import { expect, test } from '../fixtures.ts'
import { keyboardFor } from '../keyboard.ts'
import { openAdmin, openAs, readCode } from '../../../tooling/journeys/sign-in.ts'
import { cards, mockWhatsApp, openList } from '../../../tooling/journeys/directory.ts'

const inviteLink = 'https://chat.whatsapp.com/DirectoryAbcdefghi0123'

test('a community in a new place is listed, approved, found on the map and despite a typo, and joined', async ({
  page,
  openPage,
  app,
}) => {
  // Three users, one after another.
  test.slow()
  const name = 'Alfama Chess Terrace'

  await test.step('an owner lists it in a place that is not listed', async () => {
    await openAs(page, 'luca@example.com', '/?list=new')
    const dialog = page.getByRole('dialog', { name: 'List your community' })
    await fillCommunity(dialog, {
      name,
      description: 'Xadrez ao pôr do sol, todas as terças.',
      location: 'My place is not listed',
      requestedPlace: 'Lisbon, Portugal',
      language: 'pt',
      otherLanguage: 'en',
      memberCount: '64',
      host: { name: 'Inês', intro: 'Leva sempre um tabuleiro a mais.' },
      whatsAppLink: inviteLink,
    })
    await dialog.getByRole('button', { name: 'Submit for review' }).click()
    await expect(page).toHaveURL('/profile')
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('Lisbon, Portugal')
  })

  const adminPage = await openPage()
  const visitor = await openPage()
  const opened = await mockWhatsApp(visitor.context())

  await test.step('visitors find it only after an admin has added the place and approved it', async () => {
    await visitor.goto('/communities?q=alfama')
    await expect(visitor.getByText('No communities match “alfama”')).toBeVisible()
    await openAdmin(adminPage, '/admin?view=queue&as=list')
    const entries = adminPage.getByRole('list', { name: 'Waiting for review' })
    await entries.getByRole('button', { name: new RegExp(name) }).click()
    await adminPage.getByRole('button', { name: `Add place of ${name} A` }).click()
    const form = adminPage.getByRole('dialog', { name: 'Add place' })
    // From the city data.
    await expect(form.getByRole('textbox', { name: 'Name' }).first()).toHaveValue('Lisbon')
    await expect(form.getByRole('textbox', { name: 'Latitude' })).toHaveValue(/^38\.7/)
    await form.getByRole('button', { name: 'Add place' }).click()
    await expect(form).toBeHidden()
    await adminPage.getByRole('button', { name: `Approve ${name} A` }).click()
    await expect(adminPage.getByText('Community approved successfully')).toBeVisible()
  })

  await test.step('a visitor finds it on the map with the keyboard', async () => {
    await openList(visitor, '?view=map')
    const map = visitor.getByRole('list', { name: 'Places on the map' })
    const dot = map.getByRole('link', { name: 'Lisbon, Portugal: 1 community' })
    await keyboardFor(visitor).press(dot)
    await expect(visitor).toHaveURL('/communities?place=Lisbon&view=map')
    const card = cards(visitor).filter({ hasText: name })
    await expect(card.getByRole('heading', { name })).toHaveAttribute('lang', 'pt')
  })

  await test.step('a visitor finds it despite a typo', async () => {
    await visitor.goto('/')
    await visitor.getByRole('searchbox', { name: 'Search communities' }).fill('alfma chss')
    await visitor.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(visitor).toHaveURL('/communities?q=alfma+chss')
    await expect(cards(visitor)).toHaveCount(1)
    await cards(visitor).getByRole('link', { name }).click()
    await expect(visitor.getByRole('heading', { level: 1, name })).toBeFocused()
    await expect(visitor.getByRole('region', { name: 'Host' })).toContainText('Hosted by Inês')
    expect(await visitor.content()).not.toContain(inviteLink)
  })

  await test.step('the visitor joins with a code by email, in 3 taps and 10 seconds', async () => {
    const start = Date.now()
    await visitor.getByRole('button', { name: 'Join on WhatsApp' }).click()
    const dialog = visitor.getByRole('dialog', { name: 'Sign in' })
    await expect(dialog).toHaveAccessibleDescription(`Enter your email to join ${name}`)
    await visitor.keyboard.type('yuki@example.com')
    await dialog.getByRole('button', { name: 'Email me a code' }).click()
    await expect(visitor.getByLabel('Code')).toBeFocused()
    const code = readCode(app.backend, 'yuki@example.com')
    const whatsApp = visitor.context().waitForEvent('page')
    await visitor.keyboard.type(code)
    await expect(await whatsApp).toHaveURL(inviteLink)
    expect(Date.now() - start).toBeLessThan(10_000)
    await expect(visitor.getByRole('link', { name: 'Joined · Open WhatsApp' })).toHaveAttribute(
      'href',
      inviteLink,
    )
    expect(opened).toEqual([inviteLink])
    await expect(visitor).toHaveURL(/\/communities\?community=[\w-]{36}&place=Lisbon$/)
  })

  await test.step('the owner sees how many joined, and gets a poster', async () => {
    await page.reload()
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row.getByText('1 join in the last 30 days')).toBeVisible()
    await expectReadable(page, 'joins')
    await row.getByRole('button', { name: `Share ${name}` }).click()
    await expect(page.getByRole('img', { name: 'QR code of the link above' })).toBeVisible()
    await expectReadable(page, 'share dialog')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Poster as PNG' }).click()
    expect((await download).suggestedFilename()).toBe('poster.png')
  })
})
