import { readTabItem, writeTabItem } from './browser-storage.ts'

/*
 * Handles code that does not load, because the connection dropped or a deployment replaced the file. Only
 * reloading helps: browsers before mid-2026 remember a module that failed (whatwg/html#10327). The URL and the history
 * entry restore dialogs, filters and the requested sign-in; drafts restore forms.
 */

/** Reloads the page, once the browser is online: until then, it would show its own error page. */
export function reloadPage(): void {
  if (navigator.onLine) window.location.reload()
  else window.addEventListener('online', reloadPage, { once: true })
}

/** Resolves when the browser is online. */
export async function waitUntilOnline(): Promise<void> {
  if (navigator.onLine) return
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
}

/** Shows the notice in index.html that the page is incomplete, with a button that reloads it. */
export function showLoadError(): void {
  const notice = document.getElementById('load-error')
  if (notice) notice.hidden = false
}

/**
 * Reloads a page whose screen failed to load, once the browser is online. Resolves instead if input would be lost, or
 * after a reload within the last hour.
 */
export async function reloadOnce(): Promise<void> {
  await waitUntilOnline()
  if (hasInput() || !recordReload()) return
  reloadPage()
  await new Promise(() => undefined)
}

/** Whether a dialog is open, or a field was edited before React controlled it. */
function hasInput(): boolean {
  const fields = [...document.querySelectorAll('input')]
  return (
    document.querySelector('dialog, [role="dialog"]') !== null ||
    fields.some(({ value, defaultValue }) => value !== defaultValue)
  )
}

/** Returns false if the page was reloaded within the last hour, or if this browser cannot record it. */
function recordReload(): boolean {
  const key = 'community-app-reloaded-at'
  const now = Date.now()
  if (now - Number(readTabItem(key)) < 3_600_000) return false
  writeTabItem(key, String(now))
  return readTabItem(key) === String(now)
}
