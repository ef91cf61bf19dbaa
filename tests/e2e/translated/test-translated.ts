import { type Journey, signInIfNeeded } from '../../../tooling/journeys/journey.ts'
import { translatePages } from '../../../tooling/journeys/translate.ts'
import { expect, test } from '../fixtures.ts'

/** Declares a test for each journey: it must succeed on a translated page, without an error in the console. */
export function testTranslated(journeys: readonly Journey[]): void {
  test.describe.configure({ mode: 'parallel' })

  for (const journey of journeys) {
    test(`${journey.name} works on a translated page`, async ({ page, app }) => {
      await translatePages(page.context())
      await page.clock.install()
      await signInIfNeeded(page, journey)
      await journey.open(page, app.backend)
      await journey.act(page)
      await expect(journey.success(page)).toBeVisible()
      await expect(page.locator('main font').first()).toBeVisible()
    })
  }
}
