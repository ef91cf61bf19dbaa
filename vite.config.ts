import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { inlineBeforeApp } from './scripts/build/before-app.ts'
import { prerenderedPages } from './scripts/build/prerender/plugin.ts'
import { siteHeaders } from './scripts/build/site-headers.ts'
import { privateData } from './supabase/local/private-data.ts'
import { localSupabase } from './supabase/local/vite-plugin.ts'

/** The part of the Supabase client that signed-out visitors of the directory load. */
const directoryClient = {
  name: 'postgrest',
  test: /node_modules\/@supabase\/postgrest-js\//,
  priority: 2,
}

export default defineConfig(({ isPreview, mode }) => {
  const isDirectoryLive = loadEnv(mode, process.cwd(), 'VITE_')['VITE_DIRECTORY'] === 'live'
  return {
    // The build has a file for every page; the dev server responds to every path with index.html.
    appType: isPreview ? 'mpa' : 'spa',
    plugins: [
      react(),
      tailwindcss(),
      inlineBeforeApp(),
      siteHeaders(),
      prerenderedPages(),
      privateData(),
      localSupabase(),
    ],
    build: {
      // Every supported browser has modulepreload.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          entryFileNames: 'assets/app-[hash].js',
          // Separate files for libraries stay cached when only the app changes.
          codeSplitting: {
            groups: [
              {
                name: 'react',
                test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                priority: 2,
              },
              ...(isDirectoryLive ? [directoryClient] : []),
              { name: 'supabase', test: /node_modules\/@supabase\//, priority: 1 },
            ],
          },
        },
      },
    },
    server: { port: 5173, strictPort: true, warmup: { clientFiles: ['./src/main.tsx'] } },
    preview: { port: 4173, strictPort: true },
  }
})
