import {
  addCommunity,
  addPending,
  addReport,
  type Backend,
} from '../../tooling/journeys/demo-rows.ts'
import { openAdmin, openAs } from '../../tooling/journeys/sign-in.ts'
import { boxOf } from './boxes.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { splitWords } from './readable.ts'

/* The layout of the queue and of the table of communities. */

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

  const approve = await boxOf(page.getByRole('button', { name: 'Approve Roomy' }))
  const reject = await boxOf(page.getByRole('button', { name: 'Reject Roomy' }))
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

  expect((await boxOf(page.getByRole('checkbox', { name: 'Select all' }))).y).toBeLessThan(320)
  expect((await boxOf(page.getByText('Added by a test.'))).y).toBeLessThan(300)
  const before = await boxOf(approve)
  expect(before.y + before.height).toBeLessThan(800)
  await page.keyboard.press('a')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The next one' })).toBeVisible()
  const after = await boxOf(approve)
  expect([after.x, after.y]).toEqual([before.x, before.y])
  const offer = await boxOf(undo)
  expect(offer.y + offer.height).toBeLessThanOrEqual(after.y)
})

test('on a phone, little is above the community under review, the actions fit on one row, and the next one starts at its top', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await addPending(app.backend, ['Near the top', 'The next one'])
  await openAdmin(page, '/admin?view=queue')
  const heading = page.getByRole('heading', { name: 'Near the top' })
  await expect(heading).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Users/ })).toBeHidden()
  const top = await heading.evaluate(
    (element) => element.closest('.shadow-card')?.getBoundingClientRect().top,
  )
  expect(top).toBeLessThanOrEqual(0.15 * 844)
  const tops = await page
    .getByRole('toolbar', { name: 'Review actions' })
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
  expect(tops.length).toBeGreaterThan(3)
  // Buttons with text are a fraction of a pixel higher than icon buttons.
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4)

  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('region', { name: 'Owner', exact: true }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: /^Approve/ }).click()
  const next = page.getByRole('heading', { name: 'The next one' })
  await expect(next).toBeFocused()
  const isAtTop = async () => {
    const y = (await next.boundingBox())?.y ?? -1
    return y > 0 && y < 160
  }
  await expect.poll(isAtTop).toBe(true)
  // The table has the tabs.
  await page.getByRole('combobox', { name: 'View' }).selectOption('all')
  await expect(page.getByRole('tab', { name: /^Users/ })).toBeVisible()
})

/** Adds one item of several kinds to the queue. */
async function addKinds(backend: Backend) {
  const { driver } = backend.connection
  const approved = (name: string) => addCommunity(backend, { name, status: 'approved' })
  await addReport(backend, await approved('Reported one'), { reason: 'spam' })
  const appealed = await addCommunity(backend, { name: 'Appealed one', status: 'rejected' })
  const text = 'Please look at it again. '
  await driver.query('update public.communities set rejection_reason = $1 where id = $2', [
    text.repeat(20),
    appealed,
  ])
  await driver.query(
    `insert into public.appeals (community_id, decision, decided_at, message)
     values ($1, 'rejected', now(), $2)`,
    [appealed, text.repeat(40)],
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

test('the answers to every kind of item are in view, not cut and at the same place in every window, and a long appeal scrolls by keyboard', async ({
  page,
  app,
}) => {
  test.slow()
  const names = await addKinds(app.backend)
  await openAdmin(page, '/admin?view=queue&as=list')
  const bar = page.getByRole('toolbar', { name: 'Review actions' })
  const places = new Set<string>()
  const sizes = [
    [320, 640],
    [640, 400],
    [1280, 800],
  ] as const
  for (const name of names) {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/admin?view=queue&as=list')
    const list = page.getByRole('list', { name: 'Waiting for review' })
    await list.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await expect(page).toHaveURL('/admin?view=queue')
    const heading = page.getByRole('heading', { name, level: 2 })
    await expect(heading).toBeVisible()
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
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
      places.add([width, ...buttons.slice(0, 2).map(({ place }) => place)].join(' '))
    }
    if (name !== 'Appealed one') continue
    await page.setViewportSize({ width: 320, height: 640 })
    const message = page.getByRole('group', { name: 'Message of the owner' })
    await message.focus()
    await page.keyboard.press('End')
    await expect.poll(() => message.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
  }
  expect([...places]).toHaveLength(sizes.length)
})

test('on a phone, the filters are collapsed, no control or placeholder is cut off, and the communities start near the top', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page)
  const first = page.getByRole('table', { name: 'Communities' }).getByRole('row').first()
  await expect(first).toBeVisible()
  const room = await page.getByRole('searchbox').evaluate((input: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input)
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('There is no canvas')
    context.font = font
    const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
    return input.clientWidth - padding - context.measureText(input.placeholder).width
  })
  expect(room).toBeGreaterThanOrEqual(0)

  await page.setViewportSize({ width: 360, height: 740 })
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
  const tabs = await boxOf(tablist)
  expect((await boxOf(first)).y - (tabs.y + tabs.height)).toBeLessThan(150)

  await filters.click()
  await category.selectOption('Sports')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('approved')
  await expect(page).toHaveURL('/admin?category=Sports&status=approved')
  await filters.click()
  await expect(category).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters 2 active' })).toBeVisible()
})
