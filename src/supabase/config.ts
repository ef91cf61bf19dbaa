/**
 * The URL of the backend. Without `VITE_SUPABASE_URL` it is the embedded backend, which the dev and preview servers
 * serve on the app's own origin.
 */
export const supabaseUrl: string =
  import.meta.env.VITE_SUPABASE_URL?.replace(/\/+$/, '') ||
  (typeof window === 'undefined' ? '' : window.location.origin)
export const supabaseKey: string = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY ?? ''

export const appHeaders = { 'x-application-name': 'community-app' } as const

/** The session's key in local storage, read on startup to decide whether to load the client. */
export const sessionStorageKey = 'community-app-session'

/** The embedded backend has no realtime service. */
export const hasRealtime = Boolean(import.meta.env.VITE_SUPABASE_URL)

/** The embedded auth service has no second factors. A Supabase project may have turned them off. */
export const hasAuthenticatorApps = Boolean(import.meta.env.VITE_SUPABASE_URL)
