/**
 * Where the backend is. Without `VITE_SUPABASE_URL` the app runs on the embedded backend, which the
 * dev and preview servers serve on the app's own origin.
 */
export const supabaseUrl: string =
  import.meta.env.VITE_SUPABASE_URL || (typeof window === 'undefined' ? '' : window.location.origin)
export const supabaseKey: string = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY ?? ''

/** Where the session is kept in local storage; read on start to see whether the client is needed. */
export const sessionStorageKey = 'community-app-session'

/** The embedded backend has no realtime service; every other does. */
export const hasRealtime = Boolean(import.meta.env.VITE_SUPABASE_URL)
