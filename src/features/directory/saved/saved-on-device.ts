import { useSyncExternalStore } from 'react'
import { parseObject, readItem, removeItem, writeItem } from '../../../lib/browser-storage.ts'
import { isUuid } from '../../../lib/uuid.ts'

/*
 * The ids of the communities that a signed-out visitor saved in this browser, newest first. Signing in moves them to the
 * account (`savedCommunities`).
 */

const storageKey = 'community-app-saved'

/** Enough for a visitor; an account holds more. */
const maxOnDevice = 100

const none: readonly string[] = []
let parsed: { text: string | null; ids: readonly string[] } = { text: null, ids: none }

/** Returns the same array until the list changes. */
export function readSavedOnDevice(): readonly string[] {
  const text = readItem(storageKey)
  if (text !== parsed.text) parsed = { text, ids: parseIds(text) }
  return parsed.ids
}

/** Ignores what is not an id: extensions and other releases also write to local storage. */
function parseIds(text: string | null): readonly string[] {
  const stored = parseObject(text)
  if (!Array.isArray(stored)) return none
  const ids = stored.filter((id: unknown) => typeof id === 'string' && isUuid(id))
  return [...new Set<string>(ids)].slice(0, maxOnDevice)
}

/** Returns false if this browser does not store it, or the list is full. */
export function saveOnDevice(id: string): boolean {
  const ids = readSavedOnDevice()
  if (ids.includes(id)) return true
  return ids.length < maxOnDevice && write([id, ...ids])
}

export function removeSavedOnDevice(removed: readonly string[]): void {
  const ids = readSavedOnDevice()
  const kept = ids.filter((id) => !removed.includes(id))
  if (kept.length < ids.length) write(kept)
}

function write(ids: readonly string[]): boolean {
  const text = JSON.stringify(ids)
  if (ids.length === 0) removeItem(storageKey)
  else writeItem(storageKey, text)
  for (const listener of listeners) listener()
  return readItem(storageKey) === (ids.length === 0 ? null : text)
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // Null if another tab cleared the storage.
    if (key === storageKey || key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Returns the saved communities of this browser. None in the build. */
export const useSavedOnDevice = (): readonly string[] =>
  useSyncExternalStore(subscribe, readSavedOnDevice, () => none)
