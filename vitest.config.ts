import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import {
  embeddedOnly,
  isOnRealServices,
  exhaustiveOnRealServices,
} from './tests/real/embedded-only.ts'

const embeddedStart = /^.*\/supabase\/local\/start\.ts$/
/** In a run on the real services, tests that start a backend of their own start these. */
const alias = isOnRealServices
  ? [{ find: embeddedStart, replacement: `${import.meta.dirname}/tests/real/start.ts` }]
  : []
const withBackend = {
  alias,
  globalSetup: ['tests/global-setup.ts'],
  // Files of a project share their modules and their DOM: making both anew took a fifth of the time.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

/** What `npm run test:all` runs besides: CONTRIBUTING.md says why. */
const exhaustive = [
  'tests/database/addresses.test.ts',
  'tests/database/benchmark.test.ts',
  'tests/database/directory-search.test.ts',
  'tests/database/doctor.test.ts',
  'tests/database/embedded.test.ts',
  'tests/database/every-character.test.ts',
  'tests/database/hosted-project.test.ts',
  'tests/database/permissions/postgres.test.ts',
  'tests/database/push.test.ts',
  'tests/database/races.test.ts',
  'tests/database/schema.test.ts',
  'tests/database/schemas.test.ts',
  'tests/database/storage-service.test.ts',
  'tests/database/upgrade.test.ts',
  'tests/functions/harmful-pages.test.ts',
  'tests/functions/mail-server.test.ts',
  'tests/unit/bundle.test.ts',
  'tests/unit/deploy.test.ts',
  'tests/unit/private-data.test.ts',
]

/** The permission matrix: so many questions that it is a project of its own, beside the others. */
const permissions = 'tests/database/permissions/embedded.test.ts'

const inDom = {
  include: ['tests/component/**/*.test.tsx'],
  environment: './tests/component/environment.ts',
  setupFiles: ['tests/component/setup.ts'],
}

const onRealServices = {
  extends: true as const,
  test: { ...withBackend, name: 'real', include: ['tests/real/**/*.test.ts'] },
}

export default defineConfig({
  plugins: [react()],
  test: {
    // The embedded backend prints every rejected statement.
    silent: 'passed-only',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: ['tests/unit/**/*.test.ts'],
          exclude: exhaustive,
        },
      },
      {
        extends: true,
        test: {
          ...withBackend,
          ...inDom,
          name: 'component',
          exclude: ['tests/component/admin/**', 'tests/component/directory/**'],
        },
      },
      {
        extends: true,
        test: {
          ...withBackend,
          ...inDom,
          name: 'component-live',
          include: ['tests/component/directory/**/*.test.tsx'],
          env: { VITE_DIRECTORY: 'live' },
        },
      },
      {
        extends: true,
        test: {
          ...withBackend,
          ...inDom,
          name: 'component-admin',
          include: ['tests/component/admin/**/*.test.tsx'],
        },
      },
      {
        extends: true,
        test: {
          ...withBackend,
          name: 'database',
          include: ['tests/database/**/*.test.ts'],
          exclude: [
            ...exhaustive,
            permissions,
            ...(isOnRealServices ? Object.keys(embeddedOnly) : []),
          ],
        },
      },
      {
        extends: true,
        test: { ...withBackend, name: 'permissions', globalSetup: [], include: [permissions] },
      },
      {
        extends: true,
        test: {
          ...withBackend,
          name: 'functions',
          include: ['tests/functions/**/*.test.ts'],
          exclude: isOnRealServices ? [] : exhaustive,
        },
      },
      ...(isOnRealServices ? [onRealServices] : []),
      {
        extends: true,
        test: {
          alias,
          name: 'exhaustive',
          include: isOnRealServices ? exhaustiveOnRealServices : exhaustive,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
