import { cards, openList } from '../../../tooling/journeys/directory.ts'
import { expectReadable } from '../readable.ts'
import { expect, test } from '../fixtures.ts'
import { expectTargets } from '../targets.ts'

const dots = { role: 'list', name: 'Places on the map' } as const

test.describe('on the smallest phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true })

  test('a group of places opens on touch and links to its places', async ({ page }) => {
    await page.goto('/')
    const heading = page.getByRole('heading', { name: 'Around the world' })
    // The app may replace the static page meanwhile.
    await expect(() => heading.scrollIntoViewIfNeeded()).toPass()
    const map = page.getByRole(dots.role, { name: dots.name })
    const place = page.getByRole('link', { name: /^Koh Phangan/ })
    await expect(map.getByRole('button').first()).toBeVisible()
    await expectTargets(page, 'home with a map')
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

test.describe('near me', () => {
  test.use({
    geolocation: { latitude: 46.95, longitude: 7.45 },
    permissions: ['geolocation'],
  })

  test('sorts the list by distance, lists the closest places of the map, sends the location nowhere, and is accessible', async ({
    page,
  }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url() + (request.postData() ?? '')))
    await page.goto('/')
    await page.getByRole('button', { name: 'Near me' }).first().press('Enter')
    await expect(page).toHaveURL('/communities?near=me')
    await expect(cards(page).first()).toContainText('Zürich, Switzerland')
    await expect(cards(page).first()).toContainText('95 km away')
    await page.reload()
    await expect(cards(page).first()).toContainText('95 km away')
    await expectReadable(page, 'near me')

    await openList(page, '?view=map')
    const map = page.getByRole('region', { name: 'World map' })
    await map.getByRole('button', { name: 'Near me' }).click()
    const region = page.getByRole('region', { name: 'Nearest places' })
    const nearest = page.getByRole('list', { name: 'Nearest places' }).getByRole('link')
    await expect(nearest.first()).toContainText('Zürich')
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
})
