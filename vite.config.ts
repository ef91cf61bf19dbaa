import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanBuild } from './scripts/lean-build.ts'
import { prerenderedPages } from './scripts/prerender/plugin.ts'
import { siteHeaders } from './scripts/site-headers.ts'
import { privateData } from './supabase/local/private-data.ts'
import { localSupabase } from './supabase/local/vite-plugin.ts'

export default defineConfig(({ isPreview }) => ({
  // A built site has a file for every route; while developing, every path gets index.html.
  appType: isPreview ? 'mpa' : 'spa',
  plugins: [
    react(),
    tailwindcss(),
    leanBuild(),
    siteHeaders(),
    prerenderedPages(),
    privateData(),
    localSupabase(),
  ],
  server: { port: 5173, strictPort: true, warmup: { clientFiles: ['./src/main.tsx'] } },
  preview: { port: 4173, strictPort: true },
}))
