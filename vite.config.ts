import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { siteHeaders } from './scripts/site-headers.ts'
import { localSupabase } from './supabase/local/vite-plugin.ts'

export default defineConfig({
  plugins: [react(), tailwindcss(), siteHeaders(), localSupabase()],
  server: { port: 5173, strictPort: true, warmup: { clientFiles: ['./src/main.tsx'] } },
  preview: { port: 4173, strictPort: true },
})
