import { expect, test } from './fixtures.ts'

test('a community is listed with the keyboard alone', async ({ page, app }) => {
  await page.goto('/?list=new')
  const type = async (text: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  // The dialog puts the focus on its first field.
  await expect(page.getByLabel('Email')).toBeFocused()
  await type('mei@example.com')
  await page.keyboard.type('travel-together')
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'List your community' })
  await expect(dialog).toBeVisible()
  const focus = async (name: string | RegExp) => {
    const target = dialog.getByLabel(name).or(dialog.getByRole('button', { name }))
    for (let step = 0; step < 40; step += 1) {
      // oxlint-disable-next-line no-await-in-loop
      if (await target.first().evaluate((element) => element === document.activeElement)) return
      // oxlint-disable-next-line no-await-in-loop
      await page.keyboard.press('Tab')
    }
    throw new Error(`The keyboard does not get to ${name}`)
  }
  await focus('Community Name')
  await type('Keyboard Hikers')
  await type('We never touch a mouse.')
  await type('Bali')
  await type('Sports')
  await type('17')
  await type('see https://chat.whatsapp.com/invite/KeyboardAbcdefghij0123?mode=x thanks')
  await focus('Use a stock photo')
  await page.keyboard.press('Enter')
  await focus('Add Group')
  await page.keyboard.press('Enter')
  await focus(/^Group name/)
  await page.keyboard.type('Left-handed')
  await focus(/may be published/)
  await page.keyboard.press('Space')
  await focus('Submit for review')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { name: 'Keyboard Hikers' })).toBeVisible()
  const { rows } = await app.backend.connection.driver.query(
    `select location, category, member_count, whatsapp_link from public.communities
     where name = 'Keyboard Hikers'`,
  )
  expect(rows).toEqual([
    {
      location: 'Bali',
      category: 'Sports',
      member_count: 17,
      whatsapp_link: 'https://chat.whatsapp.com/KeyboardAbcdefghij0123',
    },
  ])

  // Section 9: toasts are at the top right.
  const place = await page.getByText('Community submitted for review').boundingBox()
  expect(place?.y).toBeLessThan(100)
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBeGreaterThan(1100)
})

test('what was typed survives Escape, a reload and another try', async ({ page }) => {
  await page.goto('/?list=new')
  const signIn = page.getByRole('dialog', { name: 'Sign in' })
  await signIn.getByLabel('Email').fill('amara@example.com')
  await signIn.getByLabel('Password', { exact: true }).fill('travel-together')
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'List your community' })
  await dialog.getByLabel('Community Name').fill('Half an idea')
  await dialog.getByLabel('Description').fill('It will be about boats.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('Description')).toHaveValue('It will be about boats.')
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage))))
    .toContain('It will be about boats.')
  await page.reload()
  await expect(dialog.getByLabel('Community Name')).toHaveValue('Half an idea')
  await expect(dialog.getByLabel('Description')).toHaveValue('It will be about boats.')
})
