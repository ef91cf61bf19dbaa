import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import papaparse from 'papaparse'
import { expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

type Backend = Parameters<Parameters<typeof test>[2]>[0]['app']['backend']

async function signInAsAdmin(page: Page, path = '/admin') {
  await page.goto(path)
  await signIn(page, 'admin@example.com')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
}

/** Communities of a demo owner that have waited longer than any other, in this order. */
async function addWaiting(backend: Backend, names: readonly string[]) {
  for (const [index, name] of names.entries()) {
    // One after the other, on the one connection there is.
    // oxlint-disable-next-line no-await-in-loop
    await backend.connection.driver.query(
      `insert into public.communities
         (name, description, location, whatsapp_link, image_url, category, owner_id, created_at)
       values ($1, 'Waiting since long ago.', 'Bali',
         'https://chat.whatsapp.com/' || left(md5($1), 22),
         'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800', 'Culture',
         '44444444-4444-4444-8444-444444444444', $2)`,
      [name, new Date(Date.UTC(2001, 0, 1, 0, index)).toISOString()],
    )
  }
}

const statusOf = async (backend: Backend, name: string) => {
  const { rows } = await backend.connection.driver.query<{ status: string }>(
    'select status from public.communities where name = $1',
    [name],
  )
  return rows[0]?.status
}

test.afterEach(({ app }) =>
  app.backend.connection.driver.query(
    `delete from public.communities where created_at < '2002-01-01'`,
  ),
)

test('a queue is worked off with the keyboard alone', async ({ page, app }) => {
  await addWaiting(app.backend, ['Queue one', 'Queue two', 'Queue three'])
  await signInAsAdmin(page)
  await page.getByRole('button', { name: /^Review queue/ }).press('Enter')
  const heading = (name: string) => page.getByRole('heading', { name, level: 2 })
  await expect(heading('Queue one')).toBeVisible()

  await page.keyboard.press('a')
  await expect(heading('Queue two')).toBeFocused()
  await expect.poll(() => statusOf(app.backend, 'Queue one')).toBe('approved')

  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Reject community' })).toBeVisible()
  await page.keyboard.press('5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Community rejected successfully')).toBeVisible()
  await expect(heading('Queue three')).toBeVisible()
  expect(await statusOf(app.backend, 'Queue two')).toBe('rejected')

  await page.keyboard.press('u')
  await expect(page.getByText('Decision undone')).toBeVisible()
  expect(await statusOf(app.backend, 'Queue two')).toBe('pending')

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  const editor = page.getByRole('dialog', { name: 'Edit Community' })
  await expect(editor.getByLabel('Community Name')).toHaveValue(/^Queue (two|three)$/)
})

test('two admins: the second is told what the first decided', async ({
  page,
  openPage,
  app,
  complaints,
}) => {
  await addWaiting(app.backend, ['Contested'])
  await signInAsAdmin(page, '/admin?view=queue')
  const other = await openPage()
  await signInAsAdmin(other, '/admin?view=queue')
  await expect(other.getByRole('heading', { name: 'Contested' })).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByText('Community approved successfully')).toBeVisible()
  await other.keyboard.press('a')
  await expect(
    other.getByText('Failed to approve community: This community is already approved.'),
  ).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Contested' })).toBeHidden()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')])
})

test('what another admin decided shows by itself', async ({ page, openPage, app }) => {
  await addWaiting(app.backend, ['Seen elsewhere'])
  await page.clock.install()
  await signInAsAdmin(page)
  const row = page.getByRole('row', { name: /Seen elsewhere/ })
  await page.getByRole('searchbox').fill('Seen elsewhere')
  await page.clock.runFor(1000)
  await expect(row.getByText('Pending')).toBeVisible()
  const other = await openPage()
  await signInAsAdmin(other, '/admin?view=queue')
  await expect(other.getByRole('heading', { name: 'Seen elsewhere' })).toBeVisible()
  await other.keyboard.press('a')
  await expect(other.getByText('Community approved successfully')).toBeVisible()
  await page.clock.runFor(16_000)
  await expect(row.getByText('Approved')).toBeVisible()
})

test('filters, sorting and search survive Back and a reload', async ({ page }) => {
  await signInAsAdmin(page)
  const table = page.getByRole('table', { name: 'Communities' })
  await page.getByRole('searchbox').fill('zurich')
  await expect(page).toHaveURL(/q=zurich/)
  await expect(table.getByRole('row')).toHaveCount(6)
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Sports')
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy')
  await page.goBack()
  await expect(page).toHaveURL('/admin?q=zurich&category=Sports')
  await expect(page.getByRole('searchbox')).toHaveValue('zurich')
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.goBack()
  await expect(page).toHaveURL('/admin?q=zurich')
  await expect(table.getByRole('row').nth(2)).toBeVisible()
})

test('the dialog of a community is in the address: Back closes it, a reload opens it again', async ({
  page,
}) => {
  await signInAsAdmin(page, '/admin?q=salsa')
  const dialog = page.getByRole('dialog', { name: 'Edit Community' })
  const edit = page.getByRole('button', { name: 'Edit Salsa en la Calle' })
  await edit.click()
  await expect(dialog.getByLabel('Community Name')).toHaveValue('Salsa en la Calle')
  await expect(page).toHaveURL(/q=salsa&edit=[0-9a-f-]{36}$/)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/admin?q=salsa')
  await expect(edit).toBeVisible()

  await page.goForward()
  await expect(dialog.getByLabel('Community Name')).toHaveValue('Salsa en la Calle')
  await page.reload()
  await expect(dialog.getByLabel('Community Name')).toHaveValue('Salsa en la Calle')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/admin?q=salsa')
})

test('at 1280 px no address breaks inside a word, and Approve stands apart from Reject', async ({
  page,
  app,
}) => {
  await addWaiting(app.backend, ['Roomy'])
  const { driver } = app.backend.connection
  const address = 'nomadic.surf.and.yoga@communities-on-the-road.example'
  const owner = '44444444-4444-4444-8444-444444444444'
  const { rows } = await driver.query<{ email: string }>(
    'select email from public.profiles where id = $1',
    [owner],
  )
  const rename = (email: string | undefined) =>
    driver.query('update public.profiles set email = $1 where id = $2', [email, owner])
  await rename(address)
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInAsAdmin(page, '/admin?q=Roomy')

  const email = page.getByRole('row', { name: /Roomy/ }).getByText(address)
  const brokenWords = await email.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    let before = { character: '', top: 0 }
    while (texts.nextNode()) {
      const { currentNode } = texts
      for (const [index, character] of (currentNode.textContent ?? '').split('').entries()) {
        const range = document.createRange()
        range.setStart(currentNode, index)
        range.setEnd(currentNode, index + 1)
        const { top } = range.getBoundingClientRect()
        const isNextLine = before.character !== '' && Math.abs(top - before.top) > 4
        if (isNextLine && /\w{2}/.test(before.character + character)) {
          found.push(`${before.character} | ${character}`)
        }
        before = { character, top }
      }
    }
    return found
  })
  expect(brokenWords).toEqual([])

  const approve = await page.getByRole('button', { name: 'Approve Roomy' }).boundingBox()
  const reject = await page.getByRole('button', { name: 'Reject Roomy' }).boundingBox()
  if (!approve || !reject) throw new Error('The buttons are not on the page')
  expect(reject.x - (approve.x + approve.width)).toBeGreaterThanOrEqual(8)
  await rename(rows[0]?.email)
})

test('an export holds what the filters leave, and no formulas', async ({ page, app }) => {
  await addWaiting(app.backend, ['=HYPERLINK("https://evil.example")', 'Harmless'])
  await signInAsAdmin(page, '/admin?country=Indonesia&status=pending')
  await expect(page.getByRole('cell', { name: /^Harmless/ })).toBeVisible()
  const exported = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Export/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^(communities|users)-\d{4}-\d\d-\d\d\.csv$/)
    const text = readFileSync(await download.path(), 'utf8')
    expect(text.charCodeAt(0)).toBe(0xfeff)
    return papaparse.parse<Record<string, string>>(text.slice(1), { header: true }).data
  }
  const communities = await exported()
  expect(new Set(communities.map(({ Country, Status }) => `${Country} ${Status}`))).toEqual(
    new Set(['Indonesia Pending']),
  )
  expect(communities.map(({ Name }) => Name)).toEqual(
    expect.arrayContaining(['Harmless', `'=HYPERLINK("https://evil.example")`]),
  )
  await page.getByRole('tab', { name: /^Users/ }).click()
  const userTable = page.getByRole('table', { name: 'Users' })
  await expect(userTable.getByRole('cell', { name: 'mei@example.com' })).toBeVisible()
  const users = await exported()
  expect(users).toContainEqual(
    expect.objectContaining({
      Name: 'Mei Tanaka',
      Email: 'mei@example.com',
      Phone: "'+66 81 555 0192",
      Role: 'User',
    }),
  )
})

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('nothing is wider than the screen', async ({ page }) => {
    await signInAsAdmin(page)
    for (const path of [
      '/admin',
      '/admin?view=queue',
      '/admin?view=queue&as=list',
      '/admin?tab=users',
    ]) {
      await page.goto(path)
      await expect(
        page
          .getByRole('table')
          .or(page.getByRole('toolbar'))
          .or(page.getByRole('list', { name: 'Waiting for review' }))
          .first(),
      ).toBeVisible()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([path, width]).toEqual([path, 320])
    }
  })

  test('a tap in the list opens that community', async ({ page, app }) => {
    await addWaiting(app.backend, ['Tap me'])
    await signInAsAdmin(page, '/admin?view=queue&as=list')
    await page.getByRole('button', { name: /^Tap me/ }).click()
    await expect(page).toHaveURL('/admin?view=queue')
    await expect(page.getByRole('heading', { name: 'Tap me' })).toBeVisible()
    await page.getByRole('button', { name: /^Approve/ }).click()
    await expect(page.getByText('Community approved successfully')).toBeVisible()
  })
})

test.describe('on a phone of 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('one button holds the filters, so that the communities come soon', async ({ page }) => {
    await signInAsAdmin(page)
    const first = page.getByRole('table', { name: 'Communities' }).getByRole('row').first()
    await expect(first).toBeVisible()
    const filters = page.getByRole('button', { name: /^Filters/ })
    const category = page.getByRole('combobox', { name: 'Category' })
    await expect(filters).toHaveAttribute('aria-expanded', 'false')
    await expect(category).toBeHidden()
    // Two rows of controls stand between the tabs and the first community.
    const tabs = await page.getByRole('tablist').boundingBox()
    const row = await first.boundingBox()
    if (!tabs || !row) throw new Error('The tabs or the communities are not on the page')
    expect(row.y - (tabs.y + tabs.height)).toBeLessThan(150)

    await filters.click()
    await category.selectOption('Sports')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('approved')
    await expect(page).toHaveURL('/admin?category=Sports&status=approved')
    await filters.click()
    await expect(category).toBeHidden()
    await expect(page.getByRole('button', { name: 'Filters 2 active' })).toBeVisible()
  })

  test('nothing that can be chosen is cut off', async ({ page }) => {
    await signInAsAdmin(page)
    await expect(page.getByRole('table', { name: 'Communities' })).toBeVisible()
    const cut = await page.getByRole('main').evaluate((main) =>
      [...main.querySelectorAll('button, select, input')]
        .filter((control) => {
          const { left, right, width } = control.getBoundingClientRect()
          return width > 0 && (left < 0 || right > window.innerWidth)
        })
        .map((control) => control.textContent),
    )
    expect(cut).toEqual([])
  })
})
