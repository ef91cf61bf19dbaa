import { openStaticFile } from '../../tooling/journeys/journey.ts'
import { createSession, openSettings } from '../../tooling/journeys/sign-in.ts'
import { expect, test } from './fixtures.ts'

test('the profile keeps the session for as long as the database does not respond, and continues by itself', async ({
  page,
}) => {
  const url = /\/rest\/v1\//
  const notice = page.getByText(/^We can't reach the service/)
  let attempts = 0
  await page.clock.install()
  await page.route(url, () => void (attempts += 1))
  /** Lets seconds pass until the assertion holds. */
  const passTimeUntil = (assertion: () => Promise<void>) =>
    expect(async () => {
      await page.clock.runFor(1000)
      await assertion()
    }).toPass({ intervals: [50] })

  // With a session whose token must be refreshed, as on a later visit.
  const session = { ...(await createSession(page, 'luca@example.com')), expires_at: 1 }
  await openStaticFile(page)
  await page.evaluate(
    (value) => localStorage.setItem('community-app-session', value),
    JSON.stringify(session),
  )
  await page.goto('/profile')
  await passTimeUntil(() => expect(notice).toBeVisible({ timeout: 1 }))
  const earlierAttempts = attempts
  for (let seconds = 0; seconds < 60; seconds += 5) await page.clock.runFor(5000)
  expect(attempts).toBeGreaterThan(earlierAttempts + 1)
  await expect(notice).toBeVisible()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  await page.unroute(url)
  await passTimeUntil(() => expect(notice).toBeHidden({ timeout: 1 }))
  await expect(page.getByRole('heading', { name: 'Zürich Lake Swimmers' })).toBeVisible()
})

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
