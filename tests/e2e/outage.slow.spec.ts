import type { Page } from '@playwright/test'
import { createSession, openSettings, signInButton } from '../../tooling/journeys/sign-in.ts'
import { expect, test } from './fixtures.ts'

test.afterEach(({ consoleErrors }) => {
  // The console reports the simulated outage only.
  const others = consoleErrors.splice(0).filter((line) => !line.includes('ERR_CONNECTION_REFUSED'))
  expect(others).toEqual([])
})

const outages = [
  ['auth service and the database refuse connections', /\/(auth|rest)\/v1\//, true],
  ['database does not respond at all', /\/rest\/v1\//, false],
] as const

for (const [problem, urls, responds] of outages) {
  test(`the profile keeps the session for as long as the ${problem}, and continues by itself`, async ({
    page,
  }) => {
    const outage = await startOutage(page, urls, responds)
    await openWithExpiredSession(page, 'luca@example.com', '/profile')
    await outage.expectNotice('/profile')
    await outage.end()
    await expect(page.getByRole('heading', { name: 'Zürich Lake Swimmers' })).toBeVisible()
  })
}

test('signing out asks about a draft even if the browser went offline before', async ({
  page,
  context,
}) => {
  await openSettings(page, 'mei@example.com')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Name').first().fill('Mei T.')
  // A request that goes offline is reported in the console.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('alertdialog', { name: /^Sign out and delete/ })).toBeVisible()
})

/**
 * Controls the page's clock, and makes requests to matching URLs fail.
 *
 * @param responds false if the requests get no response at all
 */
async function startOutage(page: Page, urls: RegExp, responds: boolean) {
  const notice = page.getByText(/^We can't reach the service/)
  let attempts = 0
  await page.clock.install()
  await page.route(urls, async (route) => {
    attempts += 1
    if (responds) await route.abort('connectionrefused')
  })

  /** Lets seconds pass until the assertion holds. */
  const passTimeUntil = (assertion: () => Promise<void>) =>
    expect(async () => {
      await page.clock.runFor(1000)
      await assertion()
    }).toPass({ intervals: [50] })

  return {
    /** Expects that the page reports the outage and retries for a minute, without signing out. */
    expectNotice: async (path: string) => {
      await passTimeUntil(() => expect(notice).toBeVisible({ timeout: 1 }))
      const earlierAttempts = attempts
      const end = (await readClock(page)) + 60_000
      await passTimeUntil(async () => expect(await readClock(page)).toBeGreaterThan(end))
      expect(attempts).toBeGreaterThan(earlierAttempts + 1)
      await expect(notice).toBeVisible()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
      await expect(signInButton(page)).toBeHidden()
    },
    end: async () => {
      await page.unroute(urls)
      await passTimeUntil(() => expect(notice).toBeHidden({ timeout: 1 }))
    },
  }
}

const readClock = (page: Page) => page.evaluate(() => Date.now())

/** Opens a page with a session whose token must be refreshed, as on a later visit. */
async function openWithExpiredSession(page: Page, email: string, path: string) {
  const session = JSON.stringify({ ...(await createSession(page, email)), expires_at: 1 })
  await page.goto('/placeholder.svg')
  await page.evaluate((value) => localStorage.setItem('community-app-session', value), session)
  await page.goto(path)
}
