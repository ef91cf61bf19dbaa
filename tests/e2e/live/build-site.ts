import { test } from '@playwright/test'
import { buildLiveSite } from '../../../tooling/site/build-site.ts'

test('the site is built with the live directory', async () => {
  test.setTimeout(120_000)
  await buildLiveSite()
})
