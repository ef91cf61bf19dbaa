import { defineConfig } from '@playwright/test'
import type { WorkerOptions } from './tests/e2e/fixtures.ts'
import { findBrowser } from './tooling/browser/find-browser.ts'
import { otherBrowsers } from './tooling/browser/other-browsers.ts'
import { isOnRealServices } from './tooling/real-services/embedded-only.ts'

/** Tests that only `npm run test:all` runs: see docs/testing.md. */
const slow = '**/*.slow.spec.ts'

/** What is seen once the directory is open: in a build of its own, which takes as long as these tests. */
const live = '**/live/*.spec.ts'

/** The journeys of owner, admin and visitor that `npm run test:real` runs on the real services. */
const onRealServices = ['**/main-journey.spec.ts', '**/moderation.spec.ts', '**/sessions.spec.ts']

const inOtherBrowsers = '**/other-browsers/*.spec.ts'

/** What each run of `tests/run.ts` leaves behind goes by the name of its layer. */
const layer = process.env['TEST_LAYER'] ?? 'browser'

export default defineConfig<object, WorkerOptions>({
  testDir: 'tests/e2e',
  // Each test is on its own: they are shared out one by one.
  fullyParallel: true,
  globalSetup: './tooling/site/build-site.ts',
  // Each has a browser and a backend of its own.
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  outputDir: `test-results/${layer}`,
  reporter: [['list'], ['json', { outputFile: `test-results/${layer}.json` }]],
  use: {
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: findBrowser(),
  },
  projects: [
    {
      name: 'journeys',
      testIgnore: [slow, inOtherBrowsers, live],
    },
    {
      name: 'slow',
      testMatch: slow,
      testIgnore: live,
    },
    { name: 'live-site', testMatch: '**/live/build-site.ts' },
    {
      name: 'live',
      testMatch: live,
      dependencies: ['live-site'],
      use: { isDirectoryLive: true },
    },
    ...(isOnRealServices ? [{ name: 'real', testMatch: onRealServices }] : []),
    // Where one is not installed there is no such project; `npm run test:all` says so.
    ...otherBrowsers
      .filter(({ path }) => path)
      .map(({ project }) => ({ name: project, testMatch: inOtherBrowsers, timeout: 120_000 })),
  ],
})
