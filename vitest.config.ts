import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import {
  embeddedOnly,
  isOnRealServices,
  slowOnRealServices,
} from './tooling/real-services/embedded-only.ts'

const embeddedStart = /^.*\/supabase\/local\/start\.ts$/
/** In a run on the real services, tests that start a backend of their own start these. */
const alias = isOnRealServices
  ? [{ find: embeddedStart, replacement: `${import.meta.dirname}/tooling/real-services/start.ts` }]
  : []
const withBackend = {
  alias,
  globalSetup: ['tests/global-setup.ts'],
  // Files of a project share their modules and their DOM: making both anew took a fifth of the time.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

/** Tests that only `npm run test:all` runs: see docs/testing.md. */
const slow = 'tests/**/*.slow.test.ts'

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
          exclude: [slow],
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
          exclude: [slow, permissions, ...(isOnRealServices ? Object.keys(embeddedOnly) : [])],
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
          exclude: isOnRealServices ? [] : [slow],
        },
      },
      ...(isOnRealServices ? [onRealServices] : []),
      {
        extends: true,
        test: {
          alias,
          name: 'slow',
          include: isOnRealServices ? slowOnRealServices : [slow],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
