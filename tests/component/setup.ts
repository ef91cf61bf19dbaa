import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach, inject, vi } from 'vitest'

vi.stubEnv('VITE_SUPABASE_URL', inject('supabaseUrl'))
vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', inject('publishableKey'))

// jsdom has none, and the toasts ask whether motion is welcome.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
