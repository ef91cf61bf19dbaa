import { addCommunity } from '../../tooling/journeys/demo-rows.ts'
import { fillFirstSteps } from '../../tooling/journeys/fill-community.ts'
import { openAs, openProfile } from '../../tooling/journeys/sign-in.ts'
import { boxOf, findCovered, toastOf } from './boxes.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'

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
  for (const [path, width] of [
    ['/', 390],
    ['/business-partnership', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
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
    const isLoaded = () =>
      page.evaluate(() =>
        [...document.fonts].some((font) => font.family === 'Fraunces' && font.status === 'loaded'),
      )
    await expect.poll(isLoaded).toBe(true)
    await page.evaluate(() => document.fonts.ready)
    expect([path, await readTops()]).toEqual([path, before])
    await page.unrouteAll()
  }
})

test('in a dialog, no toast covers the close button, the title stays in view when an input gets the focus, and a low window scrolls all of it', async ({
  page,
}) => {
  await openAs(page, 'luca@example.com', '/?list=new')
  const dialog = page.getByRole('dialog', { name: 'List your community' })
  const title = dialog.getByRole('heading', { name: 'List your community' })
  const file = dialog.locator('input[type=file]')
  await fillFirstSteps(dialog, { name: 'Kept in view' })
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
  await expect(toastOf(page)).toBeVisible()
  await expect.poll(() => findCovered(page, { close: dialog.getByLabel('Close') })).toEqual([])
  await file.focus()
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

test('on a phone, the badge of a verified community does not cover its buttons', async ({
  page,
  app,
}) => {
  const name = 'Harbour Rowers'
  const id = await addCommunity(app.backend, { name, status: 'approved' })
  await app.backend.connection.driver.query(
    `update public.communities set verified_at = '2026-09-30' where id = $1`,
    [id],
  )
  await openProfile(page, 'luca@example.com')
  const row = page.getByRole('listitem').filter({ hasText: name })
  for (const width of [360, 390, 416]) {
    await page.setViewportSize({ width, height: 800 })
    const badge = await boxOf(row.getByText('Verified').locator('..'))
    const buttons = await boxOf(row.getByRole('button', { name: `Edit ${name}` }))
    expect(badge.y + badge.height).toBeLessThan(buttons.y)
  }
})
