import { useEffect, useState } from 'react'
import {
  listKeys,
  readObject,
  readTabItem,
  removeItem,
  removeTabItem,
  writeOrKeepItem,
  writeTabItem,
} from './browser-storage.ts'
import { readProperty } from './read-property.ts'
import {
  areDraftsPaused,
  draftPrefixes,
  hasUnsavedInput,
  isFormOpen,
  reportFormChanged,
  reportFormClosed,
  reportFormOpened,
} from './unsaved-input.ts'
import { useWindowEvent } from './useWindowEvent.ts'

/*
 * Unsaved input of forms, stored in this browser. Each open form has a draft of its own, so that no tab restores,
 * replaces or deletes the input of another. A form that opens continues this tab's last draft, for example after a
 * reload, else the newest one that no open tab is using: each tab holds a lock (Web Locks) with the name of its draft.
 */

/** The subject of a draft: a new community, an existing one, or the profile. Drafts are stored per user. */
export const draftSubject = {
  community: (userId: string, communityId?: string) =>
    [draftPrefixes.community, userId, communityId].filter(Boolean).join('-'),
  profile: (userId: string) => `${draftPrefixes.profile}-${userId}`,
}

/** How long to wait for this tab's own draft: after a reload, the browser releases the lock of the previous page. */
const ownDraftTimeoutMs = 1000

/** Releases the lock of each draft that this tab holds. */
const held = new Map<string, () => void>()

/**
 * Returns the key under which a form stores its draft, and from which it restores an earlier one. Null while
 * other tabs are asked which drafts they use.
 */
export function useDraftKey(subject: string): string | null {
  const [key, setKey] = useState(() => (listStored(subject).length > 0 ? null : newKey(subject)))

  useEffect(() => {
    if (key !== null) {
      reportFormOpened(key, readObject(key) !== null)
      return () => {
        reportFormClosed(key)
        release(key)
      }
    }
    let isUnmounted = false
    const claim = async () => {
      // Strict mode unmounts the first attempt.
      await Promise.resolve()
      if (isUnmounted) return
      const claimed = await claimDraft(subject)
      if (isUnmounted) release(claimed)
      else setKey(claimed)
    }
    void claim()
    return () => {
      isUnmounted = true
    }
  }, [subject, key])

  useWindowEvent('beforeunload', (event) => {
    if (areDraftsPaused() && hasUnsavedInput()) event.preventDefault()
  })

  return key
}

/**
 * Stores the changed values as a draft, or deletes the draft if there are none. Returns false if this browser does not
 * store it, because it is full, or must not. A draft that it does not take survives navigation, but not a reload.
 */
export function saveDraft(
  key: string,
  draft: { values: object; [name: string]: unknown },
): boolean {
  if (Object.keys(draft.values).length === 0) {
    removeDraft(key)
    return true
  }
  reportFormChanged(key, true)
  if (areDraftsPaused()) return false
  if (!writeOrKeepItem(key, JSON.stringify({ ...draft, savedAt: Date.now() }))) return false
  writeTabItem(subjectOf(key), key)
  // A form may store its last input when it closes.
  const keep = () => isFormOpen(key) || release(key)
  if (!held.has(key)) void hold(key, { ifAvailable: true }).then(keep)
  return true
}

export function removeDraft(key: string): void {
  reportFormChanged(key, false)
  removeItem(key)
  removeTabItem(subjectOf(key))
}

/** Makes the next form of its subject continue this draft, unless another tab is using it. */
export const chooseDraft = (key: string): void => writeTabItem(subjectOf(key), key)

/** Returns the keys of the drafts that other tabs are using. */
export async function listDraftsInOtherTabs(): Promise<string[]> {
  const locks: LockManager | null | undefined = navigator.locks
  if (!locks) return []
  // A lock of its own identifies this tab, whose released locks may still be listed.
  const own = crypto.randomUUID()
  const { held: all = [] } = await locks.request(own, () => locks.query())
  const ownTab = all.find(({ name }) => name === own)?.clientId
  return all.filter(({ clientId }) => clientId !== ownTab).map(({ name = '' }) => name)
}

async function claimDraft(subject: string): Promise<string> {
  const stored = listStored(subject)
  const own = readTabItem(subject)
  if (own !== null && stored.includes(own)) {
    if (await hold(own, { signal: AbortSignal.timeout(ownDraftTimeoutMs) })) return own
  }
  for (const key of stored) {
    // oxlint-disable-next-line no-await-in-loop -- stops at the first one
    if (await hold(key, { ifAvailable: true })) return key
  }
  return newKey(subject)
}

/** Holds a draft for this tab. Resolves to false if another tab holds it. */
function hold(key: string, options: LockOptions): Promise<boolean> {
  // Missing where the browser offers no locks, for example without https.
  const locks: LockManager | null | undefined = navigator.locks
  if (!locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    const untilReleased = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock && new Promise<void>((end) => held.set(key, end))
    }
    locks.request(key, options, untilReleased).catch(() => resolve(false))
  })
}

function release(key: string): void {
  held.get(key)?.()
  held.delete(key)
}

/** Returns the keys of the stored drafts of a subject, newest first. An earlier release stored one under the subject. */
function listStored(subject: string): string[] {
  return listKeys()
    .filter((key) => subjectOf(key) === subject)
    .toSorted((a, b) => savedAt(b) - savedAt(a))
}

const savedAt = (key: string) => Number(readProperty(readObject(key), 'savedAt')) || 0
const newKey = (subject: string) => `${subject}/${crypto.randomUUID()}`
export const subjectOf = (key: string) => key.split('/')[0] ?? key
