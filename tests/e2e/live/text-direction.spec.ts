import type { Locator } from '@playwright/test'
import { openList } from '../../../tooling/journeys/directory.ts'
import { addCommunity } from '../../../tooling/journeys/demo-rows.ts'
import { openAs } from '../../../tooling/journeys/sign-in.ts'
import { boxOf } from '../boxes.ts'
import { expect, test } from '../fixtures.ts'
import { expectToFit } from '../readable.ts'

/* Names and descriptions in scripts that are written from right to left. */

const arabic = 'رحّالة القاهرة (أصدقاء)!'
const hebrew = 'נודדים בתל אביב.'
const description = 'نلتقي كل يوم خميس!\nReply in English.'

/** Returns on which side of each line of an element its last character is: the punctuation. */
const endsOf = (element: Locator) =>
  element.evaluate((shown) => {
    const text = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT).nextNode()
    const range = document.createRange()
    const leftOf = (index: number) => {
      if (text) range.setStart(text, index)
      if (text) range.setEnd(text, index + 1)
      return range.getBoundingClientRect().left
    }
    const lines = (text?.textContent ?? '').split('\n')
    let start = 0
    return lines.map((line) => {
      const [first, last] = [leftOf(start), leftOf(start + line.length - 1)]
      start += line.length + 1
      return last < first ? 'left' : 'right'
    })
  })

test('names, descriptions and fields keep the direction of their script, and their punctuation', async ({
  page,
  app,
}) => {
  const { driver } = app.backend.connection
  const id = await addCommunity(app.backend, { name: arabic, status: 'approved' })
  await addCommunity(app.backend, { name: hebrew, status: 'approved' })
  const update = 'update public.communities set description = $1 where id = $2'
  await driver.query(update, [description, id])

  await page.goto('/communities?sort=newest')
  const card = page.getByRole('article').filter({ hasText: arabic })
  await expect(card.getByRole('heading')).toHaveCSS('direction', 'rtl')
  expect(await endsOf(card.getByRole('heading'))).toEqual(['left'])
  expect(await endsOf(card.getByText('Reply in English'))).toEqual(['left', 'right'])
  expect(await endsOf(page.getByRole('heading', { name: hebrew }))).toEqual(['left'])
  const search = page.getByRole('combobox', { name: 'Search communities' }).first()
  await search.fill(hebrew)
  await expect(search).toHaveCSS('direction', 'rtl')
  await search.fill('kite')
  await expect(search).toHaveCSS('direction', 'ltr')

  await page.goto(`/communities?community=${id}`)
  expect(await endsOf(page.getByRole('heading', { level: 1 }))).toEqual(['left'])
  expect(await endsOf(page.getByText('Reply in English'))).toEqual(['left', 'right'])
  await expect(page).toHaveTitle(`\u2068${arabic}\u2069 · Waypost`)

  await openAs(page, 'luca@example.com', '/profile')
  expect(await endsOf(page.getByRole('heading', { name: arabic }))).toEqual(['left'])
  await page.getByRole('button', { name: `Edit \u2068${arabic}\u2069` }).click()
  await expect(page.getByLabel('Community Name')).toHaveCSS('direction', 'rtl')
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveCSS('direction', 'rtl')
})

test('on a page that a translator reads from right to left, icons, details and the scene are on the other side', async ({
  page,
}) => {
  const flip = async () => {
    // The app has replaced the static page.
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await flip()
  const title = await boxOf(page.getByRole('heading', { level: 1 }))
  const sign = await boxOf(page.getByRole('link', { name: 'Communities in Bali' }))
  expect(sign.right).toBeLessThan(title.left)

  await openList(page)
  await flip()
  const place = page
    .getByRole('navigation', { name: 'Filters' })
    .getByRole('link', { name: /^Bali/ })
  const name = await boxOf(place.getByText('Bali'))
  const country = await boxOf(place.getByText('Indonesia'))
  expect(Math.abs(name.right - country.right)).toBeLessThan(2)

  await page.goto('/communities?community=aaaaaaaa-0000-4000-8000-000000000003')
  await flip()
  const host = page.getByRole('region', { name: 'Host' })
  await expect(host).toHaveCSS('border-right-width', '2px')
  const fact = page.locator('dl > div').filter({ hasText: 'Listed since' })
  const icon = await boxOf(fact.locator('svg'))
  const text = await boxOf(fact.getByText('Listed since'))
  expect(icon.left).toBeGreaterThan(text.right)
  await expectToFit(page, 'community from right to left')
})
