import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { toast } from 'react-hot-toast'
import { BrowserRouter } from 'react-router-dom'
import { expect } from 'vitest'
import { App } from '../../src/App.tsx'
import { SessionProvider } from '../../src/session/SessionProvider.tsx'
import type { TestUser } from '../support/users.ts'
import { storeSession } from './session/app.tsx'

/** The whole app at an address, as whoever is signed in by then sees it. */
export function visit(path: string) {
  toast.remove()
  window.history.replaceState(null, '', path)
  render(
    <StrictMode>
      <BrowserRouter>
        <SessionProvider>
          <App />
        </SessionProvider>
      </BrowserRouter>
    </StrictMode>,
  )
  return userEvent.setup()
}

/** The whole app at an address, opened by somebody who is signed in. */
export async function openApp(person: TestUser, path: string) {
  await storeSession(person)
  return visit(path)
}

/** A toast is in the page; whether it has faded in yet is nothing happy-dom could tell. */
export async function expectToast(text: string | RegExp): Promise<void> {
  await waitFor(() => {
    const toasts = screen.getAllByText(text).filter((found) => found.closest('[role="status"]'))
    expect(toasts.length).toBeGreaterThan(0)
  })
}
