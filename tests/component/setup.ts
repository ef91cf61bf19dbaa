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

// jsdom has none, and the toasts ask whether motion is welcome.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

// jsdom knows the element, but not how it opens.
if (!('showModal' in HTMLDialogElement.prototype)) {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
}

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

afterAll(deleteCommunitiesOfTestUsers)
