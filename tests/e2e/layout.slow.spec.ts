import type { Page } from '@playwright/test'
import { waitForAnimations } from './accessible.ts'
import { addPending, removeAdded } from '../../tooling/journeys/demo-rows.ts'
import { expect, test } from './fixtures.ts'
import { splitWords } from './long-words.ts'
import { openAdmin, openAs, openProfile } from '../../tooling/journeys/sign-in.ts'

const screens = [
  { path: '/', heading: 'Back Soon', title: 'Back Soon · Waypost' },
  { path: '/communities', heading: 'Back Soon', title: 'Back Soon · Waypost' },
  { path: '/business-partnership', heading: /./, title: /· Waypost$/ },
  { path: '/privacy', heading: 'Privacy Policy', title: 'Privacy Policy · Waypost' },
  { path: '/no-such-place', heading: 'Page not found', title: 'Page not found · Waypost' },
]

/** Pixels of an element that its width leaves no room for. */
const hiddenSideways = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

for (const { path, heading, title } of screens) {
  test(`${path} has its title and heading, and fits every phone`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page).toHaveTitle(title)
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 640 })
      expect(await hiddenSideways(page, 'html')).toBe(0)
      expect(await hiddenSideways(page, 'header a span')).toBe(0)
    }
  })
}

test('the privacy policy is printed whole, without the frame of the site', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByText('April 11, 2025')).toBeVisible()
  const ink = await page.evaluate(() => {
    const [red = 255] = (getComputedStyle(document.body).color.match(/\d+/g) ?? []).map(Number)
    return red
  })
  expect(ink).toBeLessThan(80)
})

test('the row of tabs cannot be scrolled up and down, so that it never gets a scroll bar', async ({
  page,
}) => {
  await openAdmin(page)
  const hiddenBelow = await page
    .getByRole('tablist')
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(hiddenBelow).toBe(0)
})

test('the title of a dialog stays in view whatever has the focus', async ({ page }) => {
  await openAs(page, 'luca@example.com', '/?list=new')
  const dialog = page.getByRole('dialog', { name: 'List your community' })
  await dialog.locator('input[type=file]').focus()
  await expect(dialog.getByRole('heading', { name: 'List your community' })).toBeInViewport()
  const moved = await dialog.evaluate(
    ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
  )
  expect(moved).toBe(0)
})

test.afterEach(({ app }) => removeAdded(app.backend))

test('at 1280 px no address breaks inside a word, and Approve stands apart from Reject', async ({
  page,
  app,
}) => {
  await addPending(app.backend, ['Roomy'])
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
  await openAdmin(page, '/admin?q=Roomy')

  const email = page.getByRole('row', { name: /Roomy/ }).getByText(address)
  expect(await email.evaluate(splitWords)).toEqual([])

  const approve = await page.getByRole('button', { name: 'Approve Roomy' }).boundingBox()
  const reject = await page.getByRole('button', { name: 'Reject Roomy' }).boundingBox()
  if (!approve || !reject) throw new Error('The buttons are not on the page')
  expect(reject.x - (approve.x + approve.width)).toBeGreaterThanOrEqual(8)
  await rename(rows[0]?.email)
})

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('nothing is wider than the screen', async ({ page }) => {
    await openAdmin(page)
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
})

test.describe('on a phone of 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('one button holds the filters, so that the communities come soon', async ({ page }) => {
    await openAdmin(page)
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
    await openAdmin(page)
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

test('no line ends within a word, at any width', async ({ page }) => {
  const expectWholeWords = async (what: string) => {
    for (const width of [320, 768, 1024, 1280]) {
      // oxlint-disable no-await-in-loop -- One window has one width at a time.
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(waitForAnimations)
      const dialog = page.getByRole('dialog')
      const shown = (await dialog.count()) > 0 ? dialog : page.locator('body')
      expect([what, width, await shown.evaluate(splitWords)]).toEqual([what, width, []])
      // oxlint-enable no-await-in-loop
    }
  }
  for (const { path } of screens) {
    // oxlint-disable no-await-in-loop -- One after the other, on one page.
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectWholeWords(path)
    // oxlint-enable no-await-in-loop
  }
  await openProfile(page, 'luca@example.com')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await expectWholeWords('profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expectWholeWords('profile form')
  await openAdmin(page)
  await expect(page.getByRole('table', { name: 'Communities' })).toBeVisible()
  await expectWholeWords('communities')
  await page
    .getByRole('button', { name: /^Reject/ })
    .first()
    .click()
  await expectWholeWords('reject dialog')
  await page.goto('/admin?tab=users')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expectWholeWords('users')
  await page.getByRole('button', { name: 'Amara Nkosi', exact: true }).click()
  await expectWholeWords('user dialog')
  await page.goto('/admin?view=queue&as=list')
  await expect(page.getByRole('list', { name: 'Waiting for review' })).toBeVisible()
  await expectWholeWords('queue as a list')
  await page.goto('/admin?view=queue')
  await expect(page.getByRole('toolbar')).toBeVisible()
  await expectWholeWords('queue, one at a time')
})
