/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string
  /** 'live' opens the directory at / and /communities; anything else keeps the placeholder there. */
  readonly VITE_DIRECTORY?: string
}
