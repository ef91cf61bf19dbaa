import { deepStrictEqual } from 'node:assert'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, inject, vi } from 'vitest'
import { deleteCommunitiesOfTestUsers } from '../support/users.ts'

configure({
  // Tests run on a real backend, which a busy machine slows down.
  asyncUtilTimeout: 15_000,
  // The default message includes the whole document. Use `screen.debug()` to see it.
  getElementError: (message) => new Error(message ?? 'Not found'),
})

vi.stubEnv('VITE_SUPABASE_URL', inject('supabaseUrl'))
vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', inject('publishableKey'))

// React captures a stack for each element. No test reads one, and they take a sixth of the time.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { get: () => Infinity, set() {} },
)

// happy-dom loads no images, and would report each as failed.
Object.defineProperty(HTMLImageElement.prototype, 'complete', { get: () => false })

// Only the toasts have a stylesheet, which no test reads. happy-dom would compare all elements with all of its rules.
const computeStyle = window.getComputedStyle.bind(window)
window.getComputedStyle = (element) =>
  element instanceof HTMLElement || element instanceof SVGElement
    ? element.style
    : computeStyle(element)

// happy-dom has no idle callbacks. The app would wait a second instead, which may be after the window is closed.
globalThis.requestIdleCallback = (callback) =>
  window.setTimeout(() => callback({ didTimeout: false, timeRemaining: () => 0 }))

// happy-dom has no popovers.
HTMLElement.prototype.togglePopover = () => false

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

afterAll(deleteCommunitiesOfTestUsers)

// The files of a worker share one window. What a file leaves changed breaks the ones after it, so that it fails itself.
const describeWindow = () => ({
  origin: location.origin,
  width: innerWidth,
  isOnline: navigator.onLine,
  fetch: globalThis.fetch,
  hasFakeTimers: vi.isFakeTimers(),
})
const windowAtStart = describeWindow()
afterAll(() => deepStrictEqual(describeWindow(), windowAtStart))
