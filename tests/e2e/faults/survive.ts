import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page, Request } from '@playwright/test'
import type { Backend } from '../../../tooling/journeys/demo-rows.ts'
import { expect, test } from '../fixtures.ts'
import { type Fault, faults } from '../../../tooling/journeys/faults.ts'
import { arrive, calls, type Journey, nameOf, rest } from '../../../tooling/journeys/journey.ts'

/**
 * Declares a test for each journey, in which every call that the page really makes fails in every way. The
 * calls are not listed anywhere: the journey is first watched undisturbed. Then the call fails, the page says
 * so in the specified words, keeps what was typed, and gets there once the call works again, without a reload.
 */
export function expectToSurvive(journeys: readonly Journey[]): void {
  test.describe.configure({ mode: 'parallel', timeout: 900_000 })
  test.use({ actionTimeout: 10_000 })

  for (const journey of journeys) {
    test(`${journey.name} survives what its calls can suffer`, async ({
      page,
      app,
      complaints,
    }) => {
      await page.clock.install()
      await arrive(page, journey)
      const found = await watch(page, journey, app.backend)
      for (const call of found) {
        for (const fault of faults) {
          await suffer(page, journey, call, fault, app.backend).catch((error: unknown) => {
            throw new Error(`${call}: ${fault.name}`, { cause: error })
          })
        }
      }
      // What failed on purpose is told in the console; an exception of ours would be something else.
      expect(complaints.splice(0).filter((line) => !isTold(line))).toEqual([])
    })
  }
}

/** By the browser, or by the Supabase client about the same. */
const isTold = (line: string) =>
  line.startsWith('Failed to load resource') ||
  (line.startsWith('TypeError: Failed to fetch') && line.includes('/assets/supabase-'))

/** The calls of an undisturbed journey, in their order. */
async function watch(page: Page, journey: Journey, backend: Backend): Promise<string[]> {
  const found = new Map<string, string>()
  let lastAt = Date.now()
  const listen = (request: Request) => {
    const { href, searchParams } = new URL(request.url())
    if (!calls.test(href) || request.method() === 'OPTIONS') return
    found.set(nameOf(request), searchParams.get('select') ?? '')
    lastAt = Date.now()
  }
  // Not `networkidle`, which only tells of the page as it was loaded.
  const untilQuiet = () => expect.poll(() => Date.now() - lastAt > 500).toBe(true)

  page.on('request', listen)
  await journey.open(page, backend)
  await untilQuiet()
  found.clear()
  await journey.act(page)
  await expect(journey.done(page)).toBeVisible()
  await untilQuiet()
  page.off('request', listen)
  const all = [...found.keys()]
  expect(all.length).toBeGreaterThan(0)
  // What is read besides a write has its turn where nothing is written.
  if (!all.every(isRead)) return all.filter((call) => !isRead(call))
  const { pathname } = new URL(page.url())
  return all.filter((call) => isFirst(pathname + call + found.get(call)))
}

/** Whether no journey of this run has been through that read, whichever worker it is on. */
function isFirst(read: string): boolean {
  const mark = join(test.info().project.outputDir, 'tried', encodeURIComponent(read).slice(0, 250))
  // Tells the folder that it made, and nothing when another worker was there before.
  return mkdirSync(mark, { recursive: true }) !== undefined
}

const writes = /\/rpc\/(undo_decision|join_community|report_community|resolve_reports)$/
const isRead = (call: string) =>
  /^(GET|POST \/rest\/v1\/rpc|POST .*\/collect-images$)/.test(call) && !writes.test(call)

async function suffer(page: Page, journey: Journey, call: string, fault: Fault, backend: Backend) {
  await journey.open(page, backend)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let isStruck = false
  await page.route(calls, async (route) => {
    if (nameOf(route.request()) !== call) return route.fallback()
    isStruck = true
    if (fault.isSlow) await released
    return fault.strike(route, page)
  })
  await journey.act(page)
  const done = journey.done(page)
  // A call may wait for the answer to another one, as long as that takes.
  await succeeds(expect.poll(async () => isStruck || (await done.isVisible())).toBe(true))
  const isAsked = await succeeds(expect.poll(() => isStruck, { timeout: 3000 }).toBe(true))
  // What the app still knows from the time before, it does not ask for: then it starts anew.
  if (!isAsked) {
    await rest(page)
    await journey.open(page, backend)
    await journey.act(page)
    await expect.poll(() => isStruck).toBe(true)
  }
  const said = page.getByText(journey.says).first()

  if (fault.isSlow) {
    await page.clock.fastForward(30_000)
    release()
  } else {
    const seen = done.or(said).first()
    const isSeen = await appears(page, seen, call, fault.heal ? 3000 : 10_000)
    // Offline, some things rightly wait for the connection instead of giving up.
    if (!isSeen) {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await fault.heal?.(page)
      expect(await appears(page, seen, call, 10_000), 'says so, or gets there').toBe(true)
    }
    const isDone = await done.isVisible()
    if (!isDone) {
      // What is read after a save is read once the form is closed.
      if (!isRead(call)) await journey.kept?.(page)
      await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await fault.heal?.(page)
    if (!isDone) await tryAgain(page, journey, call, fault, backend)
  }
  expect(await appears(page, done, call, 10_000), 'gets there in the end').toBe(true)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

const succeeds = (step: Promise<unknown>) =>
  step.then(
    () => true,
    () => false,
  )

/** Waits for something to be seen; a read is tried again some seconds later, by itself. */
async function appears(page: Page, what: Locator, call: string, timeout: number) {
  // Not at once: a toast would be gone before it was seen.
  if (await succeeds(what.waitFor({ timeout: 400 }))) return true
  const comesIntoView = expect(async () => {
    if (isRead(call)) await page.clock.fastForward(2000)
    await expect(what).toBeVisible({ timeout: 200 })
  })
  return succeeds(comesIntoView.toPass({ timeout, intervals: [50] }))
}

/** As a person would: the button that was pressed, or the one that offers it, on the same page. */
async function tryAgain(
  page: Page,
  journey: Journey,
  call: string,
  fault: Fault,
  backend: Backend,
) {
  const retry = page.getByRole('button', { name: 'Try again' })
  const home = page.getByRole('heading', { name: 'Back Soon' })
  if (!isRead(call) || journey.hasNoRetry) return journey.act(page)
  const next = journey.done(page).or(retry).or(home).first()
  expect(await appears(page, next, call, 10_000), 'offers to try again').toBe(true)
  // A check of the admin role that failed has led home without a word.
  if (await home.isVisible()) {
    await journey.open(page, backend)
    return journey.act(page)
  }
  await expect(page.locator('body')).toHaveAttribute('data-same-page', '')
  // Back online the page asks by itself, and the buttons go.
  if (fault.heal) return
  for (const one of await retry.all()) await one.click()
}
