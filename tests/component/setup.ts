import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, inject, vi } from 'vitest'
import { deleteCommunitiesOfTestUsers } from '../support/users.ts'

// Every answer comes from a real backend, which a busy machine slows down.
configure({
  asyncUtilTimeout: 15_000,
  // Every look that finds nothing yet, of which a waiting test takes dozens, would print the whole
  // document otherwise. `screen.debug()` shows it to whoever needs it.
  getElementError: (message) => new Error(message ?? 'Not found'),
})

vi.stubEnv('VITE_SUPABASE_URL', inject('supabaseUrl'))
vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', inject('publishableKey'))

// No image is loaded here; happy-dom would say that each has failed.
Object.defineProperty(HTMLImageElement.prototype, 'complete', { get: () => false })

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

afterAll(deleteCommunitiesOfTestUsers)
