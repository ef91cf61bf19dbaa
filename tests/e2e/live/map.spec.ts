import { openList } from '../../../tooling/journeys/directory.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { keyboardFor } from '../keyboard.ts'

const dots = { role: 'list', name: 'Places on the map' } as const

test('a visitor filters the list with the keyboard on the map, and the map stays', async ({
  page,
}) => {
  const { press } = keyboardFor(page)
  await openList(page)
  await press(page.getByRole('link', { name: 'Show map' }))
  await expect(page).toHaveURL('/communities?view=map')
  const map = page.getByRole(dots.role, { name: dots.name })
  await press(map.getByRole('link', { name: /^Zürich, Switzerland: \d+ communities$/ }))
  await expect(page).toHaveURL('/communities?place=Z%C3%BCrich&view=map')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Communities in Zürich')
  await expect(map.getByRole('link', { name: /^Zürich/ })).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(page).toHaveURL('/communities?view=map')
})

test('the other filters apply to the map', async ({ page }) => {
  await openList(page, '?language=de&view=map')
  const map = page.getByRole(dots.role, { name: dots.name })
  await expect(map.getByRole('link')).toHaveCount(1)
  await expect(map.getByRole('link')).toHaveAccessibleName(/^Zürich, Switzerland: \d+ communities$/)
})

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

test.describe('near me', () => {
  test.use({
    geolocation: { latitude: 46.95, longitude: 7.45 },
    permissions: ['geolocation'],
  })

  test('lists the closest places, and sends the location nowhere', async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url() + (request.postData() ?? '')))
    await openList(page, '?view=map')
    await page.getByRole('button', { name: 'Near me' }).click()
    const nearest = page.getByRole('list', { name: 'Nearest places' }).getByRole('link')
    await expect(nearest.first()).toContainText('Zürich')
    expect(await nearest.count()).toBeGreaterThan(5)
    await expect(nearest.first()).toContainText('about 95 km')
    expect(requested.filter((request) => /46\.95|7\.45/.test(request))).toEqual([])
  })
})

test('axe finds no violations on the map, in an open group and in the nearest places', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 46.95, longitude: 7.45 })
  await openList(page, '?view=map')
  await page.getByRole('button', { name: 'Near me' }).click()
  await expect(page.getByRole('list', { name: 'Nearest places' })).toBeVisible()
  await expectAccessible(page, 'map')
  await page
    .getByRole('region', { name: 'Nearest places' })
    .getByRole('button', { name: 'Close' })
    .click()
  await page.setViewportSize({ width: 320, height: 640 })
  await page
    .getByRole('button', { name: /^\d+ places/ })
    .first()
    .click()
  await expectAccessible(page, 'group')
})
