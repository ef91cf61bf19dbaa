import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page, Request, Route } from '@playwright/test'
import type { Backend } from '../../../tooling/journeys/demo-rows.ts'
import { type Fault, selectFaults } from '../../../tooling/journeys/faults.ts'
import {
  backendCall,
  type Journey,
  nameCall,
  openStaticFile,
  signInIfNeeded,
} from '../../../tooling/journeys/journey.ts'
import { translatePages } from '../../../tooling/journeys/translate.ts'
import { isOnRealServices } from '../../../tooling/real-services/environment.ts'
import { expect, test } from '../fixtures.ts'

/**
 * Declares a test for each journey, on a translated page. The test records the journey's calls. Then it makes each call
 * fail, and some take long. Every time, the page must show a specified message and keep the user's input, and the
 * journey must succeed without a reload once the call works again. On the real services, each journey runs only
 * undisturbed: they have no part in a failure on the network.
 */
export function testFaults(journeys: readonly Journey[]): void {
  test.describe.configure({ mode: 'parallel', timeout: 180_000 })
  test.use({ actionTimeout: 10_000 })

  for (const [number, journey] of journeys.entries()) {
    const recovers = isOnRealServices ? '' : ', and recovers when its calls fail'
    test(`${journey.name} works on a translated page${recovers}`, async ({
      page,
      app,
      consoleErrors,
    }) => {
      await translatePages(page.context())
      await page.clock.install()
      countPending(page)
      await signInIfNeeded(page, journey)
      const calls = await recordCalls(page, journey, app.backend)
      if (isOnRealServices) return
      for (const [index, call] of calls.entries()) {
        for (const fault of selectFaults(number + index)) {
          await testFault(page, journey, call, fault, app.backend).catch((error: unknown) => {
            throw new Error(`${call}: ${fault.name}`, { cause: error })
          })
        }
      }
      // The console reports the faults. Anything else is an error of ours.
      expect(consoleErrors.splice(0).filter((line) => !isExpected(line))).toEqual([])
    })
  }
}

/** Logged by the browser, by the Supabase client, or by React offline. */
const isExpected = (line: string) =>
  line.startsWith('Failed to load resource') ||
  line.startsWith('TypeError: Failed to fetch dynamically imported module') ||
  (line.startsWith('TypeError: Failed to fetch') && line.includes('/assets/supabase-'))

/** Returns the calls of an undisturbed journey in order: its writes, or else the reads that no other test covers. */
async function recordCalls(page: Page, journey: Journey, backend: Backend): Promise<string[]> {
  const columnsByCall = new Map<string, string>()
  let lastAt = Date.now()
  const record = (request: Request) => {
    const { href, searchParams } = new URL(request.url())
    if (!backendCall.test(href) || request.method() === 'OPTIONS') return
    // An image may arrive late, and shows a placeholder if it fails.
    if (request.resourceType() === 'image') return
    // Without an answer, no page offers Google and Apple.
    if (href.endsWith('/auth/v1/settings')) return
    columnsByCall.set(nameCall(request), searchParams.get('select') ?? '')
    lastAt = Date.now()
  }
  // Not `networkidle`, which fires once per page load.
  const waitUntilIdle = () => expect.poll(() => Date.now() - lastAt > 500).toBe(true)

  page.on('request', record)
  await journey.open(page, backend)
  await waitUntilIdle()
  columnsByCall.clear()
  await expect(journey.success(page), 'is not visible before the calls').toBeHidden()
  // What the page shows meanwhile, such as a card's data, may be enough for success.
  lastAt = Date.now()
  await journey.act(page)
  await expect(journey.success(page)).toBeVisible()
  await expect(page.locator('main font').first()).toBeVisible()
  await waitUntilIdle()
  page.off('request', record)
  const calls = [...columnsByCall.keys()]
  expect(calls.length).toBeGreaterThan(0)
  // Reads that follow a write are covered by journeys that only read.
  if (!calls.every(isRead)) return calls.filter((call) => !isRead(call))
  const { pathname } = new URL(page.url())
  return calls.filter((call) => claimRead(pathname + call + columnsByCall.get(call)))
}

/** Returns whether no other test of this run, in any worker, has claimed the read. */
function claimRead(read: string): boolean {
  const mark = join(test.info().project.outputDir, 'tried', encodeURIComponent(read).slice(0, 250))
  // Returns undefined if the folder exists.
  return mkdirSync(mark, { recursive: true }) !== undefined
}

const writes =
  /\/rpc\/(undo_decision|join_community|report_community|resolve_reports|merge_places)$/
const isRead = (call: string) =>
  /^(GET|POST \/rest\/v1\/rpc|POST .*\/collect-images$)/.test(call) && !writes.test(call)

async function testFault(
  page: Page,
  journey: Journey,
  call: string,
  fault: Fault,
  backend: Backend,
) {
  await journey.open(page, backend)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let hasOccurred = false
  const applyFault = async (route: Route) => {
    if (nameCall(route.request()) !== call) return route.fallback()
    hasOccurred = true
    if (fault.isSlow) await released
    return fault.apply(route, page)
  }
  await page.route(backendCall, applyFault)
  await journey.act(page)
  const success = journey.success(page)
  // The journey may make the call only after another one.
  await succeeds(expect.poll(async () => hasOccurred || (await success.isVisible())).toBe(true))
  const isCalled = await succeeds(expect.poll(() => hasOccurred, { timeout: 3000 }).toBe(true))
  if (!isCalled) {
    // The data was cached: restart the app. Opening may make the same call, which then has to succeed.
    await page.unroute(backendCall, applyFault)
    await openStaticFile(page)
    await journey.open(page, backend)
    await page.route(backendCall, applyFault)
    await journey.act(page)
    await expect.poll(() => hasOccurred).toBe(true)
  }

  if (fault.isSlow) {
    await page.clock.fastForward(30_000)
    release()
  } else {
    const failure = page.getByText(journey.failure).first()
    const outcome = success.or(fault.recover ? failure.or(reloadButton(page)) : failure).first()
    const isReported = await appears(page, outcome, call, fault.recover ? 3000 : 10_000)
    // Offline, some calls correctly wait for the connection.
    if (!isReported) {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await fault.recover?.(page)
      expect(await appears(page, outcome, call, 10_000), 'reports the failure or succeeds').toBe(
        true,
      )
    }
    const hasSucceeded = await success.isVisible()
    if (!hasSucceeded) {
      // Reads after a save happen when the form is closed.
      if (!isRead(call)) await journey.expectInputKept?.(page)
      await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await fault.recover?.(page)
    if (!hasSucceeded) await retry(page, journey, call, fault, backend)
  }
  // Offline, code may also have failed to load.
  if (fault.recover && isRead(call)) {
    const end = success.or(reloadButton(page)).first()
    expect(await appears(page, end, call, 10_000), 'succeeds or offers to reload').toBe(true)
    if (await reloadButton(page).isVisible()) await reloadButton(page).click()
  }
  expect(await appears(page, success, call, 10_000), 'succeeds in the end').toBe(true)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Several parts of a page may be missing. */
const reloadButton = (page: Page) => page.getByRole('button', { name: 'Reload the page' }).first()

const succeeds = (step: Promise<unknown>) =>
  step.then(
    () => true,
    () => false,
  )

/** The calls without a response. */
const pending = new Set<Request>()

function countPending(page: Page) {
  pending.clear()
  page.on('request', (request) => backendCall.test(request.url()) && pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
}

/**
 * Waits until an element is visible. Advances the clock for reads, which are retried after some seconds; not during a
 * call, because the page would take a slow response for none.
 */
async function appears(page: Page, element: Locator, call: string, timeout: number) {
  // Not immediately: a toast would disappear before it was seen.
  if (await succeeds(element.waitFor({ timeout: 400 }))) return true
  const isVisible = expect(async () => {
    if (isRead(call) && pending.size === 0) await page.clock.fastForward(2000)
    await expect(element).toBeVisible({ timeout: 200 })
  })
  return succeeds(isVisible.toPass({ timeout, intervals: [50] }))
}

/** Retries as a user would, on the same page: with the same button, or with 'Try again'. */
async function retry(page: Page, journey: Journey, call: string, fault: Fault, backend: Backend) {
  const retryButton = page.getByRole('button', { name: 'Try again' })
  const home = page.getByRole('heading', { name: 'Back Soon' })
  if (!isRead(call)) return journey.act(page)
  const next = journey.success(page).or(retryButton).or(home).or(reloadButton(page)).first()
  expect(await appears(page, next, call, 10_000), 'offers to try again').toBe(true)
  // A failed check of the admin role leads home without a message.
  if (await home.isVisible()) {
    await journey.open(page, backend)
    return journey.act(page)
  }
  // Back online, the page retries automatically and removes the buttons. It reloads if code was missing.
  if (fault.recover) return
  await expect(page.locator('body')).toHaveAttribute('data-same-page', '')
  // The notice about the connection repeats all of them, which removes the other buttons.
  for (const one of await retryButton.all()) await succeeds(one.click({ timeout: 1000 }))
}
