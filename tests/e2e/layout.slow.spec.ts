import {
  addCommunity,
  addPending,
  addReport,
  type Backend,
} from '../../tooling/journeys/demo-rows.ts'
import { fillFirstSteps } from '../../tooling/journeys/fill-community.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { splitWords } from './readable.ts'
import { openPage, publicPagesAnd404 } from './site-pages.ts'
import { expectTargets } from './targets.ts'
import { expectZoomable } from './zoomed.ts'
import { protectedPages } from '../../tooling/site/pages.ts'
import { openAdmin, openAs, openProfile } from '../../tooling/journeys/sign-in.ts'

/* What is measured on some screens only. screens.slow.spec.ts checks what is true for all of them. */

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

test('nothing moves when the font of the headings arrives late', async ({ page }) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['/', '/business-partnership', '/privacy']) {
      const release = await holdRequests(page, '**/assets/fraunces-*')
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
      const readTops = () =>
        page
          .getByRole('main')
          .locator('h1, h2, p, a')
          .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
      const before = await readTops()
      release()
      // Loaded means that a heading uses it.
      await expect
        .poll(() =>
          page.evaluate(() =>
            [...document.fonts]
              .filter(({ family, status }) => family === 'Fraunces' && status === 'loaded')
              .map(({ display }) => display),
          ),
        )
        .toEqual(['swap'])
      await page.evaluate(() => document.fonts.ready)
      expect([path, width, await readTops()]).toEqual([path, width, before])
      await page.unrouteAll()
    }
  }
})

test('the title of a dialog stays in view when an input gets the focus, and a low window scrolls all of it', async ({
  page,
}) => {
  await openAs(page, 'luca@example.com', '/?list=new')
  const dialog = page.getByRole('dialog', { name: 'List your community' })
  const title = dialog.getByRole('heading', { name: 'List your community' })
  await fillFirstSteps(dialog, { name: 'Kept in view' })
  await dialog.locator('input[type=file]').focus()
  await expect(title).toBeInViewport()
  const overflow = await dialog.evaluate(
    ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
  )
  expect(overflow).toBe(0)

  // 1280 x 800 at a zoom of 200%.
  await page.setViewportSize({ width: 640, height: 400 })
  const submit = dialog.getByRole('button', { name: 'Submit for review' })
  await dialog.getByLabel('Current Member Count').focus()
  await expect(submit).not.toBeInViewport()
  await submit.scrollIntoViewIfNeeded()
  await expect(submit).toBeInViewport()
  await expect(title).not.toBeInViewport()
})

test('at 1280 px an email address breaks only at punctuation, and Approve and Reject are apart', async ({
  page,
  app,
}) => {
  await addPending(app.backend, ['Roomy'])
  const longEmail = 'nomadic.surf.and.yoga@communities-on-the-road.example'
  await app.backend.connection.driver.query(
    `update public.profiles set email = $1 where email = 'mei@example.com'`,
    [longEmail],
  )
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAdmin(page, '/admin?q=Roomy')

  const email = page.getByRole('row', { name: /Roomy/ }).getByText(longEmail)
  expect(await email.evaluate(splitWords)).toEqual([])

  const approve = await page.getByRole('button', { name: 'Approve Roomy' }).boundingBox()
  const reject = await page.getByRole('button', { name: 'Reject Roomy' }).boundingBox()
  if (!approve || !reject) throw new Error('The buttons are not visible')
  expect(reject.x - (approve.x + approve.width)).toBeGreaterThanOrEqual(8)
})

test('the text under review is above the fold of a small laptop, and Undo moves no decision', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await addPending(app.backend, ['Above the fold', 'The next one'])
  const release = await holdRequests(page, '**/rest/v1/profiles?*')
  await openAs(page, 'admin@example.com', '/admin?view=queue&as=list', { waitUntil: 'commit' })
  const title = page.getByRole('main').getByText('Admin Dashboard')
  const places: (readonly [number, number])[] = []
  // The app replaces the prerendered title.
  await expect
    .poll(async () => {
      const box = await title.boundingBox()
      if (box) places.push([box.x, box.y])
      return box
    })
    .not.toBeNull()
  release()
  const approve = page.getByRole('button', { name: /^Approve/ })
  await expect(approve).toBeVisible()
  // The heading is where the loading page showed it.
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect([heading?.x, heading?.y]).toEqual(places.at(-1))

  const bulk = await page.getByRole('checkbox', { name: 'Select all' }).boundingBox()
  const text = await page.getByText('Added by a test.').boundingBox()
  expect(bulk?.y).toBeLessThan(320)
  expect(text?.y).toBeLessThan(300)
  const before = await approve.boundingBox()
  expect((before?.y ?? 800) + (before?.height ?? 0)).toBeLessThan(800)
  await page.keyboard.press('a')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The next one' })).toBeVisible()
  const after = await approve.boundingBox()
  expect([after?.x, after?.y]).toEqual([before?.x, before?.y])
  const offer = await undo.boundingBox()
  expect((offer?.y ?? 800) + (offer?.height ?? 0)).toBeLessThanOrEqual(after?.y ?? 0)
})

test('on a phone, at most 15% of the height is above the community under review', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await addPending(app.backend, ['Near the top'])
  await openAdmin(page, '/admin?view=queue')
  const heading = page.getByRole('heading', { name: 'Near the top' })
  await expect(heading).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Users/ })).toBeHidden()
  const top = await heading.evaluate(
    (element) => element.closest('.shadow-card')?.getBoundingClientRect().top,
  )
  expect(top).toBeLessThanOrEqual(0.15 * 844)
  // The table has the tabs.
  await page.getByRole('combobox', { name: 'View' }).selectOption('all')
  await expect(page.getByRole('tab', { name: /^Users/ })).toBeVisible()
})

test('on a phone, the review actions fit on one row', async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 })
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

/** Adds one item of several kinds to the queue. */
async function addKinds(backend: Backend) {
  const { driver } = backend.connection
  const approved = (name: string) => addCommunity(backend, { name, status: 'approved' })
  await addReport(backend, await approved('Reported one'), { reason: 'spam' })
  await driver.query(
    `insert into public.appeals (community_id, decision, decided_at, message)
     values ($1, 'rejected', now(), 'Please look again.')`,
    [await addCommunity(backend, { name: 'Appealed one', status: 'rejected' })],
  )
  await driver.query(
    `update public.community_links set approved_name = 'Rowers', group_name = 'Crypto', renamed_at = now()
     where community_id = $1`,
    [await approved('Renamed one')],
  )
  await driver.query(`update public.communities set requested_place = 'Atlantis' where id = $1`, [
    await approved('Moving one'),
  ])
  await addPending(backend, ['New one'])
  // In the order of the queue.
  return ['Reported one', 'Appealed one', 'Renamed one', 'New one', 'Moving one']
}

test.describe('the answers to every kind of item', () => {
  for (const [width, height] of [
    [320, 640],
    [640, 400],
    [1280, 800],
  ] as const) {
    test(`are in view, not cut and at the same place at ${width} x ${height}`, async ({
      page,
      app,
    }) => {
      await page.setViewportSize({ width, height })
      const names = await addKinds(app.backend)
      await openAdmin(page, '/admin?view=queue&as=list')
      const bar = page.getByRole('toolbar', { name: 'Review actions' })
      const places = new Set<string>()
      for (const name of names) {
        await page.goto('/admin?view=queue&as=list')
        const list = page.getByRole('list', { name: 'Waiting for review' })
        await list.getByRole('button', { name: new RegExp(`^${name}`) }).click()
        const heading = page.getByRole('heading', { name, level: 2 })
        await expect(heading).toBeVisible()
        await heading.evaluate((element) => element.scrollIntoView())
        await expect(bar).toBeInViewport({ ratio: 1 })
        const buttons = await bar.getByRole('button').evaluateAll((all) =>
          all
            .filter((one) => one.checkVisibility())
            .map((one) => {
              const { left, right, top, bottom } = one.getBoundingClientRect()
              const isCut = one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight
              const isInView = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
              return { isCut, isInView, place: [left, right].map(Math.round).join() }
            }),
        )
        expect(buttons.filter(({ isCut, isInView }) => isCut || !isInView)).toEqual([])
        expect(buttons.length).toBeGreaterThan(4)
        places.add(
          buttons
            .slice(0, 2)
            .map(({ place }) => place)
            .join(' '),
        )
      }
      expect([...places]).toHaveLength(1)
    })
  }
})

test('on a phone, the filters are collapsed, no control is cut off and the communities start near the top', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openAdmin(page)
  const first = page.getByRole('table', { name: 'Communities' }).getByRole('row').first()
  await expect(first).toBeVisible()
  const cut = await page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('button, select, input')]
      .filter((control) => {
        const { left, right, width } = control.getBoundingClientRect()
        return width > 0 && (left < 0 || right > window.innerWidth)
      })
      .map((control) => control.textContent),
  )
  expect(cut).toEqual([])
  const filters = page.getByRole('button', { name: /^Filters/ })
  const category = page.getByRole('combobox', { name: 'Category' })
  await expect(filters).toHaveAttribute('aria-expanded', 'false')
  await expect(category).toBeHidden()
  const tablist = page.getByRole('tablist')
  const hiddenBelow = await tablist.evaluate(
    ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
  )
  expect(hiddenBelow).toBe(0)
  // There is room for two rows of controls between the tabs and the first community.
  const tabs = await tablist.boundingBox()
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

test('on a phone, the placeholder of the search field is not cut off', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page)
  for (const tab of ['Communities', 'Users']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
    await expect(page.getByRole('table', { name: tab })).toBeVisible()
    const room = await page.getByRole('searchbox').evaluate((input: HTMLInputElement) => {
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

test('on a phone, a long appeal scrolls by keyboard and keeps its buttons in view', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const id = await addCommunity(app.backend, { name: 'Harbour Rowers', status: 'rejected' })
  const text = (length: number) => 'Please look at it again. '.repeat(length / 25)
  const { driver } = app.backend.connection
  await driver.query('update public.communities set rejection_reason = $1 where id = $2', [
    text(500),
    id,
  ])
  await driver.query(
    `insert into public.appeals (community_id, decision, decided_at, message) values ($1, 'rejected', now(), $2)`,
    [id, text(1000)],
  )
  await openAdmin(page, '/admin?view=queue')
  const panel = page.getByRole('region', { name: 'Appeal' })
  const message = panel.getByRole('group', { name: 'Message of the owner' })
  await panel.evaluate((element) => element.scrollIntoView())
  for (const name of [/^Accept appeal/, /^Decline appeal/]) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name }).click({ trial: true })
  }
  await message.focus()
  await page.keyboard.press('End')
  await expect.poll(() => message.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
})

test('on a phone, the business page leads to its form', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/business-partnership')
  const link = page.getByRole('link', { name: 'Go to the sign-up form' })
  await expect(link).toBeInViewport()
  await link.press('Enter')
  const form = page.getByRole('heading', { name: 'Create your business account' })
  await expect(form).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Company Name')).toBeFocused()
})

for (const width of [360, 390, 416]) {
  test(`at ${width} px, the badge of a verified community does not cover its buttons`, async ({
    page,
    app,
  }) => {
    const name = 'Harbour Rowers'
    const id = await addCommunity(app.backend, { name, status: 'approved' })
    await app.backend.connection.driver.query(
      `update public.communities set verified_at = '2026-09-30' where id = $1`,
      [id],
    )
    await page.setViewportSize({ width, height: 800 })
    await openProfile(page, 'luca@example.com')
    const row = page.getByRole('listitem').filter({ hasText: name })
    const badge = await row.getByText('Verified').locator('..').boundingBox()
    const buttons = await row.getByRole('button', { name: `Edit ${name}` }).boundingBox()
    expect((badge?.y ?? 0) + (badge?.height ?? 0)).toBeLessThan(buttons?.y ?? 0)
  })
}

test('at 400%, pages, the edit dialog and the review queue scroll in one direction, and no bar covers the focus', async ({
  page,
}) => {
  for (const screen of [...publicPagesAnd404, ...protectedPages]) {
    await openPage(page, screen)
    await expectZoomable(page, screen.path)
  }
  await page.goto('/admin?view=queue')
  await expect(page.getByRole('toolbar', { name: 'Review actions' })).toBeVisible()
  await expectZoomable(page, 'queue')
  await openProfile(page, 'luca@example.com')
  await page.getByRole('button', { name: 'Edit Zürich Lake Swimmers' }).click()
  await expect(page.getByRole('button', { name: 'Add Group' })).toBeVisible()
  await expectZoomable(page, 'edit dialog')
})

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('every control of every screen is 44 px high and wide, and every icon has a tooltip', async ({
    page,
  }) => {
    test.slow()
    for (const screen of [...publicPagesAnd404, ...protectedPages]) {
      await openPage(page, screen)
      await expectTargets(page, screen.path)
    }
    await page.goto('/admin?view=queue')
    await expect(page.getByRole('toolbar', { name: 'Review actions' })).toBeVisible()
    await expectTargets(page, 'queue')
    await page.goto('/?list=new')
    await expect(page.getByLabel('Community Name')).toBeVisible()
    await expectTargets(page, 'new community')
  })
})
