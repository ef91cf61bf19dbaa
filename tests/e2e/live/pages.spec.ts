import { boxOf } from '../boxes.ts'
import { expectReadable } from '../readable.ts'
import { addCommunity } from '../../../tooling/journeys/demo-rows.ts'
import { expect, test } from '../fixtures.ts'
import { expectDescribedOnce } from '../head-tags.ts'
import { holdRequests } from '../hold-requests.ts'
import { recordLayoutShifts } from '../layout-shifts.ts'
import { addLongWords, word } from '../long-words.ts'
import { keyboardFor } from '../keyboard.ts'
import { expectZoomable } from '../zoomed.ts'
import { openAs } from '../../../tooling/journeys/sign-in.ts'
import { cards, openList, mockWhatsApp } from '../../../tooling/journeys/directory.ts'

const kites = '/communities?community=aaaaaaaa-0000-4000-8000-000000000001&place=Cape+Town'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the list is readable, links to communities and is described to search engines', async ({
    page,
  }) => {
    await page.goto('/communities')
    const text = await page.locator('script[type="application/ld+json"]').textContent()
    const list: unknown = JSON.parse(text ?? '')
    expect(list).toMatchObject({
      '@type': 'ItemList',
      itemListElement: expect.arrayContaining([
        expect.objectContaining({
          name: 'Build in Bali',
          url: expect.stringMatching(/^https:\/\/waypost\.example\/communities\/[\w-]{36}\/$/),
        }),
      ]),
    })
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Communities' })).toBeVisible()
    expect(await cards(page).count()).toBeGreaterThan(20)
    await expect(page.getByText(/^\d+ communities$/).last()).toBeVisible()
    await expect(cards(page).getByRole('link', { name: 'Build in Bali' })).toHaveAttribute(
      'href',
      /^\/communities\/[\w-]{36}\/$/,
    )
    const scripted = page.locator(':is(button, input, select, [aria-label="Filters"]):visible')
    await expect(scripted).toHaveCount(0)
    // Not in the column of the hidden filters.
    const card = await cards(page).first().boundingBox()
    expect(card?.width).toBeGreaterThan(250)
    await page.goto('/')
    await expect(scripted).toHaveCount(0)
    await expect(page.getByText('Around the world')).toBeHidden()
    await expect(page.getByRole('link', { name: /^Bali\s*Indonesia\s*4/ })).toBeVisible()
    await expect(page.getByRole('list', { name: 'New here' }).getByRole('article')).toHaveCount(8)
    await expect(page.getByRole('link', { name: 'Communities in Cape Town' })).toHaveAttribute(
      'href',
      '/communities?place=Cape+Town',
    )
  })
})

test('a list, a filter and a community are described once, also after a navigation', async ({
  page,
}) => {
  const kitesUrl = /\/communities\/aaaaaaaa-0000-4000-8000-000000000001\/$/
  const list = /\/communities$/
  const readData = () => page.locator('script[type="application/ld+json"]').textContent()
  await page.goto(kites)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const community = (await page.title()).replace(' · Waypost', '')
  await expectDescribedOnce(page, community, kitesUrl)
  await expect.poll(readData).toContain('Organization')
  const footer = page.getByRole('navigation', { name: 'Footer' })
  await footer.getByRole('link', { name: 'Communities' }).click()
  await expectDescribedOnce(page, 'Communities', list)
  await expect.poll(readData).toContain('ItemList')
  await page.goto('/communities?sort=name')
  await expect(cards(page).first()).toBeVisible()
  await expectDescribedOnce(page, 'Communities', list)
  await page.goto('/communities?place=zurich&sort=name')
  await expect(cards(page).first()).toBeVisible()
  await expect(page.locator('link[type="application/atom+xml"]')).toHaveAttribute(
    'href',
    '/places/zurich/feed.xml',
  )
  await page.goto('/no-such-place')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expectDescribedOnce(page, 'Page not found')
})

test('the app takes the place of the static list and refreshes it without a layout shift', async ({
  page,
  app,
}) => {
  await addCommunity(app.backend, { name: 'Since the Build', status: 'approved' })
  const readShifts = await recordLayoutShifts(page)
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto('/communities', { waitUntil: 'commit' })
  const first = cards(page).first()
  await expect(first).toBeVisible()
  await expect(first).not.toContainText('Since the Build')
  release()
  await expect(cards(page).filter({ hasText: 'Since the Build' })).toBeVisible()
  expect(await readShifts()).toBeLessThan(0.01)
})

test('a press at the moment when the app becomes ready counts once', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const staticPage = document.querySelector('#static')
      const observer = new MutationObserver(() => {
        if (staticPage?.isConnected) return
        observer.disconnect()
        document.querySelector<HTMLElement>('[aria-label="Save Atlantic Kite Crew"]')?.click()
      })
      observer.observe(document.body, { childList: true })
    })
  })
  await page.goto('/communities')
  await expect(page.getByText(/^Saved on this device/)).toBeVisible()
  const bookmark = page.getByRole('button', { name: 'Save Atlantic Kite Crew' })
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
  await page.waitForLoadState('networkidle')
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
})

test('a bookmark pressed before its code has loaded is saved in the account', async ({
  page,
  app,
}) => {
  const release = await holdRequests(page, '**/assets/SaveInAccount-*.js')
  await openAs(page, 'mei@example.com', '/communities')
  const bookmark = page.getByRole('button', { name: 'Save Atlantic Kite Crew' })
  await bookmark.click()
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
  // A click before the app has started focuses what it may replace.
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  await bookmark.focus()
  release()
  const count = 'select count(*)::int from public.saved_communities'
  await expect
    .poll(async () => (await app.backend.connection.driver.query(count)).rows)
    .toEqual([{ count: 1 }])
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
  await expect(bookmark).toBeFocused()
})

test('cards load images of at most 480 pixels, each once', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') requested.push(request.url())
  })
  await openList(page)
  const images = cards(page).locator('img')
  for (const image of await images.all()) await image.scrollIntoViewIfNeeded()
  await expect.poll(() => images.evaluateAll(readWidths)).not.toContain(0)
  const widths = await images.evaluateAll(readWidths)
  expect(widths.filter((width) => width > 480)).toEqual([])
  const files = requested.filter((url) => /unsplash|storage/.test(url))
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((url) => !/-480\.jpg$|\?w=480&/.test(url))).toEqual([])
  expect(files).toHaveLength(new Set(files).size)
})

const readWidths = (images: (SVGElement | HTMLElement)[]) =>
  images.map((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))

test.describe('on the smallest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('the boards of the signpost are large enough, and show that they have the focus', async ({
    page,
  }) => {
    await page.goto('/')
    for (const place of ['Cape Town', 'Bali', 'Medellín']) {
      const board = page.getByRole('link', { name: `Communities in ${place}` })
      const { width, height } = await boxOf(board)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
      const ring = board.locator('rect').last()
      await expect(ring).toHaveCSS('stroke', 'none')
      await keyboardFor(page).focus(board)
      await expect(ring).not.toHaveCSS('stroke', 'none')
    }
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Communities in Medellín' })).toBeVisible()
  })

  test('a community begins with its text, and the button to join stays in view', async ({
    page,
  }) => {
    await openList(page)
    await cards(page).first().getByRole('link').first().click()
    const article = page.locator('article').filter({ has: page.getByRole('heading', { level: 1 }) })
    const join = page.getByRole('button', { name: 'Join on WhatsApp' })
    await expect(join).toBeInViewport()
    await page.mouse.wheel(0, 300)
    await expect(join).toBeInViewport()
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const note = await page.getByText('The group can see your phone number.').boundingBox()
      // One line.
      expect(note?.height).toBeLessThan(24)
    }
    // What is read once comes last.
    const order = await article.evaluate((element) =>
      ['h1', 'p[lang]', 'aside', 'dl'].map(
        (part) => element.querySelector(part)?.getBoundingClientRect().top ?? NaN,
      ),
    )
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    await article.getByText('Listed since').scrollIntoViewIfNeeded()
    await expect(article.getByText('Listed since')).toBeInViewport()
    await expect(article.getByRole('button', { name: 'Report' })).toBeVisible()
    await expectZoomable(page, 'community')
    await page.goto('/communities?view=map&place=Bali')
    await expect(cards(page).first()).toBeVisible()
    await expectZoomable(page, 'list with a map')
  })

  test('the filters cover the window and leave a button that shows the list', async ({ page }) => {
    await openList(page)
    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters', exact: true })
    await sheet.getByRole('link', { name: /^Koh Phangan/ }).click()
    await expect(sheet.getByRole('button', { name: /^Show \d+ communit/ })).toBeInViewport()
    expect(await sheet.boundingBox()).toMatchObject({ y: 0, height: 640 })
    await sheet.getByRole('button', { name: /^Show/ }).click()
    await expect(page).toHaveURL('/communities?place=Koh+Phangan')
    await expect(cards(page).first()).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Filters' })).toBeFocused()
  })

  test('the account menu and the footer lead to the communities', async ({ page }) => {
    await openAs(page, 'admin@example.com', '/profile')
    const footer = page.getByRole('navigation', { name: 'Footer' })
    await expect(footer.getByRole('link', { name: 'Communities' })).toBeVisible()
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Communities' }).click()
    await expect(page).toHaveURL('/communities')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the first card of a filtered list is near the top, and the keyboard can skip to it', async ({
    page,
  }) => {
    await openList(page, '?place=Bali&category=Sports')
    const row = page.getByRole('main')
    const map = row.getByRole('link', { name: /^(Hide )?map$/i })
    const controls = [
      row.getByLabel('Search communities'),
      row.getByRole('button', { name: 'Filters 2 active' }),
      map,
    ]
    const readSizes = async () => {
      const boxes = await Promise.all(controls.map((one) => one.boundingBox()))
      const tops = boxes.map((box) => box?.y ?? 0)
      return { oneRow: Math.max(...tops) - Math.min(...tops) < 5, search: boxes[0]?.width ?? 0 }
    }
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect((await cards(page).first().boundingBox())?.y).toBeLessThanOrEqual(250)
      expect(await readSizes()).toMatchObject({ oneRow: true })
      await map.click()
      await expect(row.getByRole('link', { name: 'Hide map' })).toBeVisible()
      const { oneRow, search } = await readSizes()
      expect([width, oneRow]).toEqual([width, true])
      expect(search).toBeGreaterThan(120)
      await map.click()
      await expect(row.getByRole('link', { name: 'Map', exact: true })).toBeVisible()
    }
    await page.getByRole('link', { name: 'Skip to results' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Results' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(cards(page).first().getByRole('link')).toBeFocused()
  })
})

test('the prerendered list is hidden if the URL has a query', async ({ page }) => {
  await page.route('**/assets/*.js', () => undefined)
  await page.goto('/communities?q=kite', { waitUntil: 'commit' })
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Communities', level: 1 })).toBeHidden()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('Back restores the scroll position of the list and focuses the opened card', async ({
  page,
}) => {
  await openList(page, '?sort=name')
  const link = cards(page).getByRole('link', { name: 'Posto Nine Volleyball' })
  await link.scrollIntoViewIfNeeded()
  const scrollPosition = () => page.evaluate(() => window.scrollY)
  const before = await scrollPosition()
  expect(before).toBeGreaterThan(500)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Posto Nine Volleyball' })).toBeFocused()
  expect(await scrollPosition()).toBe(0)
  await page.goBack()
  await expect(link).toBeFocused()
  expect(await scrollPosition()).toBe(before)
})

test('a card opens into its page, but not for visitors who prefer less motion', async ({
  page,
}) => {
  const countTransitions = () =>
    page.evaluate(() => performance.getEntriesByName('transition').length)
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update)
      // Rejected if two images have the same name.
      void transition.ready.then(() => {
        const isOfPage = document
          .getAnimations()
          .some(
            ({ effect }) =>
              effect instanceof KeyframeEffect && /root/.test(effect.pseudoElement ?? ''),
          )
        performance.mark(isOfPage ? 'transition of the whole page' : 'transition')
      })
      return transition
    }
  })
  await openList(page, '?q=posto')
  const heading = page.getByRole('heading', { level: 1, name: 'Posto Nine Volleyball' })
  await page.getByRole('link', { name: 'Posto Nine Volleyball' }).click()
  await expect(heading).toBeFocused()
  await expect.poll(countTransitions).toBe(1)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goBack()
  await page.getByRole('link', { name: 'Posto Nine Volleyball' }).click()
  await expect(heading).toBeFocused()
  expect(await countTransitions()).toBe(1)
})

test('a double click on a card opens the community once', async ({ page }) => {
  // The full list is prerendered, and may move when its current rows arrive.
  await openList(page, '?q=posto')
  await page.getByRole('link', { name: 'Posto Nine Volleyball' }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'Posto Nine Volleyball' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Communities' })).toBeVisible()
})

test('a second click follows a link that the first one missed, but not one that appeared under the pointer', async ({
  page,
}) => {
  await openList(page)
  const link = page.getByRole('link', { name: 'Build in Bali' })
  // Without a click: what was under the pointer has moved before the button was released.
  await link.dispatchEvent('mousedown', { detail: 1 })
  await link.dispatchEvent('click', { detail: 2 })
  const heading = page.getByRole('heading', { level: 1, name: 'Build in Bali' })
  await expect(heading).toBeVisible()

  await page.goBack()
  await link.click()
  await expect(heading).toBeVisible()
  const back = page.getByRole('link', { name: 'All communities' })
  await back.dispatchEvent('click', { detail: 2 })
  await expect(heading).toBeVisible()
  await back.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Communities' })).toBeVisible()
})

test('a visitor finds and joins a community with the keyboard alone', async ({ page }) => {
  const opened = await mockWhatsApp(page.context())
  const { press, type } = keyboardFor(page)
  await openAs(page, 'mei@example.com', '/')
  await type(page.getByRole('searchbox', { name: 'Search communities' }), 'ktie')
  await page.keyboard.press('Enter')
  await press(cards(page).getByRole('link', { name: 'Atlantic Kite Crew' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Atlantic Kite Crew' })).toBeFocused()
  // Arrives after the card's data, and moves what follows.
  await expect(page.getByRole('region', { name: '3 groups' })).toBeVisible()
  const topOf = (text: string | RegExp) =>
    page
      .getByRole('article')
      .first()
      .getByText(text)
      .evaluate((element) => element.getBoundingClientRect().top + scrollY)
  const tops = () => Promise.all([topOf(/^Wind checks at seven/), topOf('Listed since')])
  const before = await tops()
  await press(page.getByRole('button', { name: 'Join on WhatsApp' }))
  await expect(page.getByRole('link', { name: 'Joined · Open WhatsApp' })).toBeVisible()
  await expect.poll(() => opened.length).toBe(1)
  // The QR code moves neither the description nor the facts.
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  expect(await tops()).toEqual(before)
  await press(page.getByRole('button', { name: 'Report' }))
  const dialog = page.getByRole('dialog', { name: 'Report this community' })
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Report' })).toBeFocused()
})

test.describe('with long words in every field', () => {
  test.describe.configure({ timeout: 180_000 })
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

  test('the home page and the list are readable, with filters and without results', async ({
    page,
    app,
  }) => {
    await addLongWords(page, app.backend)
    const card = page.getByRole('article').filter({ hasText: word.community('Live') })
    await page.goto('/')
    await expect(card.first()).toBeVisible()
    await expectReadable(page, '/')
    await openList(page, '?place=Bali&sort=name')
    await expect(card).toBeVisible()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: /^Filters/ }).click()
    await expectReadable(page, 'list')
    await page.goto(`/communities?q=${word.line}&place=Bali&category=Sports`)
    await expect(page.getByText(/^No communities match “W+”$/)).toBeVisible()
    await expectReadable(page, 'nothing found')
    await page.getByRole('combobox', { name: 'Search communities' }).fill('co')
    await page.keyboard.press('ArrowDown')
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
    await expect(suggestions.getByRole('option', { selected: true })).toBeVisible()
    await expectReadable(page, 'suggestions')
  })

  test('a community, the report dialog and a community that is not listed are readable', async ({
    page,
    app,
  }) => {
    const { live } = await addLongWords(page, app.backend)
    await openAs(page, 'mei@example.com', `/communities?community=${live}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(word.community('Live'))
    await expect(page.getByText(word.line).first()).toBeVisible()
    await expectReadable(page, 'community')
    await page.getByRole('button', { name: 'Report' }).click()
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText('Please choose what is wrong')).toBeVisible()
    await page.getByRole('dialog').getByRole('radio').last().check()
    await page.getByRole('dialog').getByRole('textbox').fill(word.text)
    await expectReadable(page, 'report dialog')
    await page.goto('/communities?community=00000000-0000-4000-8000-000000000000')
    await expect(page.getByRole('heading', { name: 'This community is not listed' })).toBeVisible()
    await expectReadable(page, 'not listed')
  })
})
