import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { worldOutline } from './scripts/build/world-outline.ts'
import { isOnRealAuth, isOnRealServices } from './tooling/real-services/environment.ts'

/** On the real services, tests that start their own backend also get the real services. */
const alias = isOnRealServices
  ? [
      {
        find: /^.*\/supabase\/local\/start\.ts$/,
        replacement: `${import.meta.dirname}/tooling/real-services/start.ts`,
      },
    ]
  : []

/** Tests that only `npm run test:all` runs: see docs/testing.md. */
const slow = 'tests/**/*.slow.test.ts'

/** The slow tests that also run on the real services. The others test the embedded backend or start their own. */
const slowOnRealServices = [
  'tests/database/directory-search.slow.test.ts',
  'tests/database/doctor.slow.test.ts',
  'tests/database/races.slow.test.ts',
  'tests/database/storage-service.slow.test.ts',
]

/** Tests that need Supabase Auth and storage-api. */
const onRealAuthOnly = ['tests/real/auth/**', 'tests/real/storage/**']

/** The slow tests of screens. */
const slowInDom = 'tests/component/**/*.slow.test.tsx'

/** Tests of the embedded backend's own parts. */
const embedded = 'tests/database/embedded-*.test.ts'

/** The permission matrix: slow tests that try so many combinations that they are a separate project. */
const permissions = 'tests/database/permissions/*.slow.test.ts'

const timeouts = { testTimeout: 60_000, hookTimeout: 60_000 }

const withBackend = {
  ...timeouts,
  alias,
  globalSetup: ['tests/global-setup.ts'],
  environment: './tests/support/environment.ts',
  // The files of a project share modules and a DOM: isolating them takes a quarter longer.
  isolate: false,
}

const inDom = {
  ...withBackend,
  include: ['tests/component/**/*.test.tsx'],
  environment: './tests/component/environment.ts',
  setupFiles: ['tests/component/setup.ts'],
}

const projects = [
  {
    ...timeouts,
    name: 'unit',
    isolate: false,
    include: ['tests/unit/**/*.test.ts'],
    exclude: [slow],
  },
  {
    ...inDom,
    name: 'component',
    exclude: ['tests/component/admin/**', 'tests/component/directory/**', slowInDom],
  },
  {
    ...inDom,
    name: 'component-live',
    include: ['tests/component/directory/**/*.test.tsx'],
    env: { VITE_DIRECTORY: 'live' },
  },
  {
    ...inDom,
    name: 'component-admin',
    include: ['tests/component/admin/**/*.test.tsx'],
    exclude: [slowInDom],
  },
  { ...inDom, name: 'component-slow', include: [slowInDom], env: { REACT_MODE: 'strict' } },
  {
    ...withBackend,
    name: 'database',
    include: ['tests/database/**/*.test.ts'],
    exclude: [slow, ...(isOnRealServices ? [embedded] : [])],
  },
  {
    ...withBackend,
    name: 'permissions',
    globalSetup: [],
    include: [permissions],
  },
  {
    ...withBackend,
    name: 'functions',
    include: ['tests/functions/**/*.test.ts'],
    exclude: isOnRealServices ? [] : [slow],
  },
  ...(isOnRealServices
    ? [
        {
          ...withBackend,
          name: 'real',
          include: ['tests/real/**/*.test.ts'],
          exclude: isOnRealAuth ? [] : onRealAuthOnly,
        },
      ]
    : []),
  ...(isOnRealAuth
    ? [{ ...inDom, name: 'component-real', include: ['tests/real/component/**/*.test.tsx'] }]
    : []),
  {
    ...withBackend,
    name: 'slow',
    globalSetup: [],
    include: isOnRealServices ? slowOnRealServices : [slow],
    exclude: [permissions],
  },
]

export default defineConfig({
  plugins: [react(), worldOutline()],
  test: {
    // The embedded backend logs every rejected statement.
    silent: 'passed-only',
    // The files of a project share a backend, so they run one at a time, with any number of cores: `tests/run.ts` runs
    // three projects side by side.
    maxWorkers: 1,
    projects: projects.map((test) => ({ extends: true as const, test })),
  },
})
