import { listKeys } from './browser-storage.ts'

/* Input that signing out would lose. Separate from stored-draft.ts, because every page loads this. */

/** The keys of drafts in local storage start with one of these. */
export const draftPrefixes = { community: 'community-draft', profile: 'profile-draft' }

const isDraft = (key: string) =>
  Object.values(draftPrefixes).some((prefix) => key.startsWith(`${prefix}-`))

/** Returns the number of drafts in this browser, of all users and tabs. */
export const countDrafts = () => listKeys().filter(isDraft).length

/** The drafts of the open forms of this tab, and whether each form has unsaved input. */
const open = new Map<string, boolean>()

const listeners = new Set<() => void>()
let isPaused = false

export const areDraftsPaused = () => isPaused
export const isFormOpen = (key: string) => open.has(key)

export const hasUnsavedInput = () => [...open.values()].includes(true)

/** Stops storing drafts: after signing out, this browser must not keep any. */
export function pauseDrafts(shouldPause: boolean): void {
  isPaused = shouldPause
}

export function reportFormOpened(key: string, hasInput: boolean): void {
  open.set(key, hasInput)
  notifyListeners()
}

/** Does nothing for a form that has closed: it may still store its last input. */
export function reportFormChanged(key: string, hasInput: boolean): void {
  if (isFormOpen(key)) reportFormOpened(key, hasInput)
}

export function reportFormClosed(key: string): void {
  open.delete(key)
  notifyListeners()
}

function notifyListeners() {
  for (const listener of listeners) listener()
}

/** Calls a function when a form opens, changes or closes. Returns a function that unsubscribes. */
export function listenToForms(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
