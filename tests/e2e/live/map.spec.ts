import { cards, openList } from '../../../tooling/journeys/directory.ts'
import { expectReadable } from '../readable.ts'
import { expect, test } from '../fixtures.ts'

const dots = { role: 'list', name: 'Places on the map' } as const

test.describe('on the smallest phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true })

  test('a group of places opens on touch and links to its places', async ({ page }) => {
    await page.goto('/')
    const heading = page.getByRole('heading', { name: 'Around the world' })
    await heading.scrollIntoViewIfNeeded()
    const map = page.getByRole(dots.role, { name: dots.name })
    const place = page.getByRole('link', { name: /^Koh Phangan/ })
    await expect(map.getByRole('button').first()).toBeVisible()
    // Other tests add places and communities, so the group is found by what it contains.
    for (const group of await map.getByRole('button', { name: /places/ }).all()) {
      // One group is open at a time.
      await group.tap()
      if ((await place.count()) > 1) break
    }
    await place.last().tap()
    await expect(page).toHaveURL('/communities?place=Koh+Phangan')
  })
})

test('the dots move with the land when the region changes, and none disappears meanwhile', async ({
  page,
}) => {
  await openList(page, '?view=map')
  const map = page.getByRole('region', { name: 'World map' })
  for (const region of ['Asia', 'World', 'South America']) {
    await expect(map.getByRole(dots.role, { name: dots.name })).toBeVisible()
    const moved = await map.evaluate(watchMovement, region)
    expect(moved.length).toBeGreaterThan(3)
    expect(moved.filter(({ distance }) => distance > 1)).toEqual([])
  }
})

/**
 * Zooms to a region. Returns, for several moments of the movement and each dot that was visible before, how far the nearest
 * visible dot is from where the land has moved. Runs in the page.
 */
async function watchMovement(map: HTMLElement | SVGElement, region: string) {
  const readLand = () => {
    const path = map.querySelector('path')
    return new DOMMatrix(path ? getComputedStyle(path).transform : 'none')
  }
  const readDots = () => {
    const frame = map.querySelector('svg')?.getBoundingClientRect() ?? new DOMRect()
    return [...map.querySelectorAll('li > :is(a, button, span)')]
      .filter((dot) => dot.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }))
      .map((dot) => dot.getBoundingClientRect())
      .map(({ x, y, width, height }) => ({
        x: x + width / 2 - frame.x,
        y: y + height / 2 - frame.y,
      }))
  }

  const land = readLand()
  const before = readDots()
  const buttons = [...map.querySelectorAll('button')]
  buttons.find(({ textContent }) => textContent.trim() === region)?.click()
  await new Promise(requestAnimationFrame)
  const animations = document.getAnimations()
  for (const animation of animations) animation.pause()
  const moments = [0, 150, 300, 450].flatMap((time) => {
    for (const animation of animations) animation.currentTime = time
    const movement = readLand().multiply(land.inverse())
    const visible = readDots()
    return before.map((dot) => {
      const { x, y } = movement.transformPoint(new DOMPoint(dot.x, dot.y))
      const distances = visible.map((other) => Math.hypot(other.x - x, other.y - y))
      return { time, distance: Math.min(...distances) }
    })
  })
  for (const animation of animations) animation.finish()
  return moments
}

test.describe('near me', () => {
  test.use({
    geolocation: { latitude: 46.95, longitude: 7.45 },
    permissions: ['geolocation'],
  })

  test('lists the closest places, sends the location nowhere, and is accessible like the map', async ({
    page,
  }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url() + (request.postData() ?? '')))
    await openList(page, '?view=map')
    const map = page.getByRole('region', { name: 'World map' })
    await map.getByRole('button', { name: 'Near me' }).click()
    const region = page.getByRole('region', { name: 'Nearest places' })
    const nearest = page.getByRole('list', { name: 'Nearest places' }).getByRole('link')
    await expect(nearest.first()).toContainText('Zürich')
    expect(await nearest.count()).toBeGreaterThan(5)
    await expect(nearest.first()).toContainText('about 95 km')
    expect(requested.filter((request) => /46\.95|7\.45/.test(request))).toEqual([])

    await expectReadable(page, 'map')
    await region.getByRole('button', { name: 'Close' }).click()
    await page.setViewportSize({ width: 320, height: 640 })
    await page
      .getByRole('button', { name: /^\d+ places/ })
      .first()
      .click()
    await expectReadable(page, 'group')
  })
  test('sorts the list by distance, sends the location nowhere, and is accessible', async ({
    page,
  }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url() + (request.postData() ?? '')))
    await page.goto('/')
    await page.getByRole('button', { name: 'Near me' }).first().press('Enter')
    await expect(page).toHaveURL('/communities?near=me')
    await expect(cards(page).first()).toContainText('Zürich, Switzerland')
    await expect(cards(page).first()).toContainText('95 km away')
    await expect(page.getByRole('status').filter({ hasText: /within 500 km/ })).toBeVisible()
    await page.reload()
    await expect(cards(page).first()).toContainText('95 km away')
    expect(requested.filter((request) => /46\.95|7\.45/.test(request))).toEqual([])
    await expectReadable(page, 'near me')
  })
})
