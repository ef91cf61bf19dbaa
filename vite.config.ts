import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { inlineScript } from './scripts/build/inline-script.ts'
import { cityData } from './scripts/build/cities.ts'
import { prerenderedPages } from './scripts/build/prerender/plugin.ts'
import { siteHeaders } from './scripts/build/site-headers.ts'
import { worldOutline } from './scripts/build/world-outline.ts'
import { privateData } from './supabase/local/private-data.ts'
import { localSupabase } from './supabase/local/vite-plugin.ts'

/*
 * Small files that are loaded together are one file: over HTTP/1.1, each would cost a round trip. Libraries have files of
 * their own, which stay cached when only the app changes.
 */
const files = {
  /** Every page. */
  start:
    /src\/(lib\/(reload|useHydrated)|ui\/(lazy|on-demand-dialog))\.tsx?$|react-error-boundary|vite\/preload-helper|rolldown\/runtime/,
  /** Screens with rows. */
  rows: /src\/(communities\/(languages|images\/(CommunityImage|stock-photo)|vocabulary)|supabase\/database\.types|ui\/SearchField)\.tsx?$|icons\/(languages|map-pin|search|sliders-horizontal|users)\./,
  /** The public pages of the live directory. */
  directory:
    /src\/(routes\/directory\/(directory-\w+|structured-data|CommunityGrid)|communities\/CommunityCard)\.tsx?$|icons\/(door-open|user-check)\./,
  /** What shows the rows of a user. */
  'session-tools':
    /src\/(communities\/(fields|form\/EditCommunity|StatusBadge|versions)|routes\/profile\/own-communities|session\/(clear-browser|guards|link-problem|profile|second-factor|session-tools|user-cache)|supabase\/(database|fetch-with-refresh|query-client|stored-session|useWrite)|frame\/AccountMenu|ui\/(Badge|Menu))\.tsx?$|icons\/log-out\./,
  /** What changes a session. */
  'auth-tools':
    /src\/(session\/(auth-tools|end-session|read-user|second-sign-up|session-link)|supabase\/client)\.ts$/,
}

export default defineConfig(({ isPreview }) => {
  return {
    // The build has a file for every page; the dev server responds to every path with index.html.
    appType: isPreview ? 'mpa' : 'spa',
    plugins: [
      react(),
      tailwindcss(),
      worldOutline(),
      inlineScript(),
      siteHeaders(),
      prerenderedPages(),
      cityData(),
      privateData(),
      localSupabase(),
    ],
    build: {
      // Every supported browser has modulepreload.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          entryFileNames: 'assets/app-[hash].js',
          codeSplitting: {
            groups: [
              {
                name: 'react',
                test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                priority: 3,
              },
              {
                name: 'query',
                test: /node_modules\/@(tanstack|supabase\/postgrest-js)\/|src\/supabase\/(early-rows|persist-queries)/,
                includeDependenciesRecursively: false,
                priority: 3,
              },
              { name: 'supabase', test: /node_modules\/@supabase\//, priority: 2 },
              ...Object.entries(files).map(([name, test]) => ({
                name,
                test,
                includeDependenciesRecursively: false,
                priority: 1,
              })),
              // What most chunks use.
              {
                name: 'common',
                test: /src\/(?!ui\/Dialog)|lucide-react|vite\/|rolldown/,
                minShareCount: 14,
              },
            ],
          },
        },
      },
    },
    server: { port: 5173, strictPort: true, warmup: { clientFiles: ['./src/main.tsx'] } },
    preview: { port: 4173, strictPort: true },
  }
})
