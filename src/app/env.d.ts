/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string
  /** The URL of the deployed site, for canonical URLs. */
  readonly VITE_SITE_URL?: string
  /** 'live' shows the directory at / and /communities; otherwise they show the placeholder. */
  readonly VITE_DIRECTORY?: string
  /** The communities from which the business page shows how many there are; 100 by default. */
  readonly VITE_NUMBERS_FROM?: string
  readonly VITE_CAPTCHA_PROVIDER?: 'turnstile' | 'hcaptcha'
  readonly VITE_CAPTCHA_SITE_KEY?: string
}

/** Written by scripts/build/world-outline.ts. */
declare module 'virtual:world-outline' {
  /** The SVG path of the land, in the units of `mapSize`. */
  const outline: string
  export default outline
}
