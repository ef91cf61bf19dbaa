import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { worldOutline } from '../world-outline.ts'
import { privateData } from '../../../supabase/local/private-data.ts'

/* Serves the design system on one page. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: join(import.meta.dirname, '../../../public'),
  // A separate cache, so that it can run beside `npm run dev`.
  cacheDir: join(import.meta.dirname, '../../../node_modules/.vite-ui'),
  plugins: [
    react(),
    tailwindcss(),
    worldOutline(),
    privateData(join(import.meta.dirname, '../../..')),
  ],
  server: { port: 5174, strictPort: true, open: process.env['CI'] === undefined },
})
