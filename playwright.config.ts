import { defineConfig } from '@playwright/test'
import type { WorkerOptions } from './tests/e2e/fixtures.ts'
import { findBrowser } from './tooling/browser/find-browser.ts'
import { otherBrowsers } from './tooling/browser/other-browsers.ts'
import { isOnRealAuth, isOnRealServices } from './tooling/real-services/environment.ts'

/** Tests that only `npm run test:all` runs: see docs/testing.md. */
const slow = '**/*.slow.spec.ts'

/** Tests of the live directory. They need a second build of the site, so only `npm run test:all` runs them. */
const live = '**/live/*.spec.ts'

/** The journeys that `npm run test:real` runs on the real services: together, they make every call of the app. */
const onRealServices = [
  '**/every-browser/journeys.spec.ts',
  '**/moderation*.spec.ts',
  '**/sessions.spec.ts',
  '**/faults/faults.slow.spec.ts',
]

/** Journeys that need Supabase Auth. */
const onRealAuthOnly = '**/real/*.spec.ts'

const inOtherBrowsers = '**/every-browser/*.spec.ts'
const inOtherBrowsersOnly = ['**/every-browser/images.spec.ts', '**/every-browser/start.spec.ts']

/** `tests/run.ts` sets the name under which it reads this run's report. */
const layer = process.env['TEST_LAYER'] ?? 'browser'

export default defineConfig<object, WorkerOptions>({
  testDir: 'tests/e2e',
  fullyParallel: true,
  globalSetup: './tooling/site/build-site.ts',
  // Each worker has its own browser and backend.
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
      testIgnore: [slow, ...inOtherBrowsersOnly, live, onRealAuthOnly],
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
    ...(isOnRealServices
      ? [
          {
            name: 'real',
            testMatch: isOnRealAuth ? [...onRealServices, onRealAuthOnly] : onRealServices,
          },
        ]
      : []),
    // Only for installed browsers. `npm run test:all` reports the missing ones.
    ...otherBrowsers
      .filter(({ path }) => path)
      .map(({ project }) => ({
        name: project,
        testMatch: inOtherBrowsers,
        // Tests of what only Firefox does.
        ...(project !== 'firefox' && { grepInvert: /@firefox/ }),
        timeout: 120_000,
      })),
  ],
})
