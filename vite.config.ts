import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { inlineScript } from './scripts/build/inline-script.ts'
import { cityData } from './scripts/build/cities.ts'
import { displayFontFiles } from './scripts/build/display-font.ts'
import { hosts } from './scripts/build/hosts/plugin.ts'
import { prerenderedPages } from './scripts/build/prerender/plugin.ts'
import { protectedChunks } from './scripts/build/protected-chunks.ts'
import { projectSettings } from './scripts/build/project-settings.ts'
import { worldOutline } from './scripts/build/world-outline.ts'
import { localSupabase } from './supabase/local/vite-plugin.ts'

/**
 * Files of the build by what they contain: these sources and everything they import that is not in an earlier one. Over
 * HTTP/1.1, each of many small files would cost a round trip.
 */
const chunks = {
  /** The public pages of the live directory. */
  directory: [
    'src/features/directory/directory-cache.ts',
    'src/features/directory/CommunityGrid.tsx',
  ],
  /** Separate, because visitors also join with them. */
  errors: ['src/supabase/errors.ts', 'src/supabase/load-client.ts'],
  fetch: ['src/supabase/service-fetch.ts'],
  writes: ['src/features/data/useWrite.ts'],
  /** Separate, because other public pages have them, too. */
  notices: ['src/ui/Feedback.tsx', 'src/ui/LinkButton.tsx'],
  /** Separate, because it disables their join. */
  suspension: ['src/features/suspension/suspension.ts'],
  'sign-in-first': ['src/features/session/SignInFirst.tsx'],
  /** What pages with a session need before their first rows, and the header of every page. */
  session: [
    'src/features/session/profile.ts',
    'src/features/community/own-community-queries.ts',
    'src/features/moderation/waiting-reviews.ts',
    'src/app/guards.tsx',
  ],
  /** The client of users: after the first rows. */
  client: ['src/supabase/client.ts'],
}

const chunkGroups = Object.entries(chunks).map(([name, sources]) => {
  const paths = sources.map((source) => resolve(import.meta.dirname, source))
  const missing = paths.find((path) => !existsSync(path))
  if (missing) throw new Error(`vite.config.ts names ${missing}, which does not exist`)
  return { name, test: (id: string) => paths.includes(id), priority: 1 }
})

export default defineConfig(({ isPreview }) => {
  return {
    // The build has a file for every page; the dev server responds to every path with index.html.
    appType: isPreview ? 'mpa' : 'spa',
    plugins: [
      projectSettings(),
      react(),
      tailwindcss(),
      worldOutline(),
      inlineScript(),
      displayFontFiles(),
      hosts(),
      prerenderedPages(),
      cityData(),
      localSupabase(),
    ],
    build: {
      // Every supported browser has modulepreload.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          entryFileNames: 'assets/app-[hash].js',
          codeSplitting: {
            // Libraries have files of their own, which stay cached when only the app changes.
            groups: [
              {
                name: 'react',
                test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                priority: 3,
              },
              {
                name: 'query',
                test: /node_modules\/@(tanstack|supabase\/postgrest-js)\//,
                includeDependenciesRecursively: false,
                priority: 3,
              },
              // Separate, because dialogs need it, too.
              { name: 'tslib', test: /node_modules\/tslib\//, priority: 3 },
              { name: 'supabase', test: /node_modules\/@supabase\//, priority: 2 },
              // The modules that every page imports.
              { name: 'app', tags: ['$initial'], priority: 2 },
              ...chunkGroups,
              {
                name: protectedChunks(resolve(import.meta.dirname, 'src')),
                priority: 1,
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    },
    server: { port: 5173, strictPort: true, warmup: { clientFiles: ['./src/app/main.tsx'] } },
    preview: { port: 4173, strictPort: true },
  }
})
