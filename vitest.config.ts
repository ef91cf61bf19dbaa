import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const shared = { globalSetup: ['tests/global-setup.ts'], testTimeout: 20_000, hookTimeout: 30_000 }

export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'component',
          include: ['tests/component/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['tests/component/setup.ts'],
        },
      },
      {
        extends: true,
        test: { ...shared, name: 'database', include: ['tests/database/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { ...shared, name: 'functions', include: ['tests/functions/**/*.test.ts'] },
      },
    ],
  },
})
