import type { Page } from '@playwright/test'
import { waitForAnimations } from './accessible.ts'
import { addPending, removeAddedCommunities } from '../../tooling/journeys/demo-rows.ts'
import { expect, test } from './fixtures.ts'
import { splitWords } from './long-words.ts'
import { openPage, publicPagesAnd404 } from './site-pages.ts'
import { openAdmin, openAs, openProfile } from '../../tooling/journeys/sign-in.ts'
import { protectedPages } from '../../tooling/site/pages.ts'

/** Returns by how many pixels an element's content exceeds its width. */
const measureOverflow = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

for (const sitePage of [...publicPagesAnd404, ...protectedPages]) {
  test(`${sitePage.path} has its title and heading, and fits every phone`, async ({ page }) => {
    await openPage(page, sitePage)
    await expect(page).toHaveTitle(`${sitePage.title} · Waypost`)
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 640 })
      expect(await measureOverflow(page, 'html')).toBe(0)
      expect(await measureOverflow(page, 'header a span')).toBe(0)
    }
  })
}

test('the privacy policy prints without the header and footer', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByText('April 11, 2025')).toBeVisible()
  const redOfText = await page.evaluate(() => {
    const [red = 255] = (getComputedStyle(document.body).color.match(/\d+/g) ?? []).map(Number)
    return red
  })
  expect(redOfText).toBeLessThan(80)
})

test('the tabs never get a vertical scroll bar', async ({ page }) => {
  await openAdmin(page)
  const hiddenBelow = await page
    .getByRole('tablist')
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(hiddenBelow).toBe(0)
})

test('the title of a dialog stays in view when an input gets the focus', async ({ page }) => {
  await openAs(page, 'luca@example.com', '/?list=new')
  const dialog = page.getByRole('dialog', { name: 'List your community' })
  await dialog.locator('input[type=file]').focus()
  await expect(dialog.getByRole('heading', { name: 'List your community' })).toBeInViewport()
  const overflow = await dialog.evaluate(
    ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
  )
  expect(overflow).toBe(0)
})

test.afterEach(({ app }) => removeAddedCommunities(app.backend))

test('at 1280 px an email address breaks only at punctuation, and Approve and Reject are apart', async ({
  page,
  app,
}) => {
  await addPending(app.backend, ['Roomy'])
  const { driver } = app.backend.connection
  const longEmail = 'nomadic.surf.and.yoga@communities-on-the-road.example'
  const owner = '44444444-4444-4444-8444-444444444444'
  const { rows } = await driver.query<{ email: string }>(
    'select email from public.profiles where id = $1',
    [owner],
  )
  const setEmail = (email: string | undefined) =>
    driver.query('update public.profiles set email = $1 where id = $2', [email, owner])
  await setEmail(longEmail)
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAdmin(page, '/admin?q=Roomy')

  const email = page.getByRole('row', { name: /Roomy/ }).getByText(longEmail)
  expect(await email.evaluate(splitWords)).toEqual([])

  const approve = await page.getByRole('button', { name: 'Approve Roomy' }).boundingBox()
  const reject = await page.getByRole('button', { name: 'Reject Roomy' }).boundingBox()
  if (!approve || !reject) throw new Error('The buttons are not visible')
  expect(reject.x - (approve.x + approve.width)).toBeGreaterThanOrEqual(8)
  await setEmail(rows[0]?.email)
})

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('no admin view is wider than the screen', async ({ page }) => {
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

test.describe('on a phone of 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the review actions fit on one row', async ({ page, app }) => {
    await addPending(app.backend, ['One row'])
    await openAdmin(page, '/admin?view=queue')
    await expect(page.getByRole('heading', { name: 'One row' })).toBeVisible()
    // Otherwise the test deletes the community while its link is checked, and the check fails with 404.
    await expect(page.getByText('Checking the link on WhatsApp')).toHaveCount(0)
    const tops = await page
      .getByRole('toolbar', { name: 'Review actions' })
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
    expect(tops.length).toBeGreaterThan(3)
    // Buttons with text are a fraction of a pixel higher than icon buttons.
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4)
  })

  test('the placeholder of the search field is not cut off', async ({ page }) => {
    for (const path of ['/admin', '/admin?tab=users']) {
      await openAdmin(page, path)
      const search = page.getByRole('searchbox')
      await expect(search).toBeVisible()
      const room = await search.evaluate((input: HTMLInputElement) => {
        const style = getComputedStyle(input)
        const context = document.createElement('canvas').getContext('2d')
        if (!context) throw new Error('There is no canvas')
        context.font = style.font
        const { paddingLeft, paddingRight } = style
        const width =
          input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        return width - context.measureText(input.placeholder).width
      })
      expect(room).toBeGreaterThanOrEqual(0)
    }
  })
})

test.describe('on a phone of 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the filters are collapsed, so that the communities start near the top', async ({
    page,
  }) => {
    await openAdmin(page)
    const first = page.getByRole('table', { name: 'Communities' }).getByRole('row').first()
    await expect(first).toBeVisible()
    const filters = page.getByRole('button', { name: /^Filters/ })
    const category = page.getByRole('combobox', { name: 'Category' })
    await expect(filters).toHaveAttribute('aria-expanded', 'false')
    await expect(category).toBeHidden()
    // There is room for two rows of controls between the tabs and the first community.
    const tabs = await page.getByRole('tablist').boundingBox()
    const row = await first.boundingBox()
    if (!tabs || !row) throw new Error('The tabs or the communities are not visible')
    expect(row.y - (tabs.y + tabs.height)).toBeLessThan(150)

    await filters.click()
    await category.selectOption('Sports')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('approved')
    await expect(page).toHaveURL('/admin?category=Sports&status=approved')
    await filters.click()
    await expect(category).toBeHidden()
    await expect(page.getByRole('button', { name: 'Filters 2 active' })).toBeVisible()
  })

  test('no control is cut off', async ({ page }) => {
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

test('no line break splits a word at any width', async ({ page }) => {
  const expectWholeWords = async (state: string) => {
    for (const width of [320, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(waitForAnimations)
      const dialog = page.getByRole('dialog')
      const shown = (await dialog.count()) > 0 ? dialog : page.locator('body')
      expect([state, width, await shown.evaluate(splitWords)]).toEqual([state, width, []])
    }
  }
  for (const sitePage of publicPagesAnd404) {
    await openPage(page, sitePage)
    await expectWholeWords(sitePage.path)
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
