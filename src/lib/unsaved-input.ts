import { useSyncExternalStore } from 'react'
import { listKeys } from './browser-storage.ts'

/* What signing out would lose. Separate from stored-draft.ts, because every page loads this. */

const isDraft = (key: string) => /^(community|profile)-draft-/.test(key)

/** Returns the number of drafts in this browser, of all users and tabs. */
export const countDrafts = () => listKeys().filter(isDraft).length

/** The drafts of the open forms of this tab, and whether each form has unsaved input. */
const open = new Map<string, boolean>()

const listeners = new Set<() => void>()
let isPaused = false

export const areDraftsPaused = () => isPaused
export const isFormOpen = (key: string) => open.has(key)

/** Whether a form in this tab has unsaved input. */
export const hasUnsavedInput = () => [...open.values()].includes(true)

export function useHasUnsavedInput(): boolean {
  return useSyncExternalStore(subscribe, hasUnsavedInput, () => false)
}

/** Stops storing drafts: after signing out, this browser must not keep any. */
export function pauseDrafts(shouldPause: boolean): void {
  isPaused = shouldPause
}

/** Reports whether the form of a draft has unsaved input; null if it has closed. */
export function reportInput(key: string, hasInput: boolean | null): void {
  if (hasInput === null) open.delete(key)
  else open.set(key, hasInput)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
