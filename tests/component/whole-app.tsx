import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { toast } from 'react-hot-toast'
import { BrowserRouter } from 'react-router-dom'
import { expect, onTestFinished } from 'vitest'
import { App } from '../../src/app/App.tsx'
import { SessionDialogs } from '../../src/features/session/SessionDialogs.tsx'
import { closeUserCache } from '../../src/features/session/user-cache.ts'
import { pageLoadTime } from '../../src/features/data/query-client.ts'
import type { TestUser } from '../support/users.ts'
import { storeSession } from './session/app.tsx'
import { Mode } from './mode.ts'

/**
 * Opens a URL in the whole app, with the stored session.
 *
 * @param path null for a reload, which keeps the history entry
 */
export function visit(path: string | null) {
  toast.remove()
  // A page load starts without data in memory.
  closeUserCache()
  if (path !== null) window.history.replaceState(null, '', path)
  render(
    <Mode>
      <BrowserRouter>
        <App />
        <SessionDialogs />
      </BrowserRouter>
    </Mode>,
  )
  return userEvent.setup()
}

/** Opens a URL in the whole app as a signed-in user. */
export async function openApp(user: TestUser, path: string) {
  await storeSession(user)
  return visit(path)
}

/** Returns to the tab once all rows are stale, which reloads what may have changed meanwhile. */
export function returnToTab() {
  const clock = Date
  const now = clock.now.bind(clock)
  clock.now = () => now() + pageLoadTime
  onTestFinished(() => {
    clock.now = now
  })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

/** Expects a toast in the page; happy-dom cannot tell whether it is visible. */
export async function expectToast(text: string | RegExp): Promise<void> {
  await waitFor(() => {
    const toasts = screen.getAllByText(text).filter((found) => found.closest('[role="status"]'))
    expect(toasts.length).toBeGreaterThan(0)
  })
}

/**
 * Expects that an action that removed its button, its row or its dialog has not lost the focus: on the body or behind a
 * dialog, the keyboard would start over.
 *
 * @param text the text of the focused element
 */
export async function expectFocusKept(text: RegExp): Promise<void> {
  await waitFor(() => {
    const focused = document.activeElement
    const dialog = [...document.querySelectorAll('[role$="dialog"]')].at(-1)
    expect(focused).not.toBe(document.body)
    expect((dialog ?? document.body).contains(focused)).toBe(true)
    expect(focused).toHaveTextContent(text)
  })
}

/** Opens the 'More' menu of a community's row on the profile, and returns its items. */
export async function openRowMenu(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name: `More for ${name}` }))
  return within(await screen.findByRole('menu'))
}

export async function chooseInRow(user: UserEvent, name: string, item: string) {
  await user.click((await openRowMenu(user, name)).getByRole('menuitem', { name: item }))
}

/** Finds a community's row on the profile. */
export async function findRow(name: string) {
  const row = (await screen.findByRole('heading', { name })).closest('li')
  if (!row) throw new Error(`${name} is not in a list`)
  return within(row)
}
