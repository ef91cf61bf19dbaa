import { useLayoutEffect, useState } from 'react'
import {
  isStored,
  listKeys,
  readItem,
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
  reportFormChanged,
  reportFormClosed,
  reportFormOpened,
} from './unsaved-input.ts'
import { useWindowEvent } from './useWindowEvent.ts'

/*
 * Unsaved input of forms, stored in this browser. Each open form has a draft with an id of its own, so that no tab
 * replaces the input of another.
 */

/** The subject of a draft: a new community, an existing one, or the profile. Drafts are stored per user. */
export const draftSubject = {
  community: (userId: string, communityId?: string) =>
    [draftPrefixes.community, userId, communityId].filter(Boolean).join('-'),
  profile: (userId: string) => `${draftPrefixes.profile}-${userId}`,
}

/** Which draft a form continues when it opens. */
type Continues =
  /** This tab's last one, for example after a reload, or the one that the user has chosen. */
  | 'own'
  /** That one, or else the newest one of any tab: for a form whose drafts are not in a list. */
  | 'newest'

/**
 * Returns the key under which a form stores its draft, and from which it restores the one that it continues. Null in the
 * first render.
 */
export function useDraftKey(subject: string, continues: Continues = 'own'): string | null {
  const [key, setKey] = useState<string | null>(null)

  useLayoutEffect(() => {
    const opened = openDraft(subject, continues)
    // Rendering must not move a draft.
    // oxlint-disable-next-line react/set-state-in-effect
    setKey(opened)
    reportFormOpened(opened, readItem(opened) !== null)
    return () => reportFormClosed(opened)
  }, [subject, continues])

  useWindowEvent('beforeunload', (event) => {
    if (areDraftsPaused() && hasUnsavedInput()) event.preventDefault()
  })

  return key
}

/**
 * Returns a new key, to which it moves the draft that the form continues. If that draft is open in another tab, whose
 * form keeps its input, both forms then have a draft of their own.
 */
function openDraft(subject: string, continues: Continues): string {
  const key = `${subject}/${crypto.randomUUID()}`
  const stored = listDrafts((other) => other === subject)
  const own = readTabItem(subject)
  const continued =
    // What this browser does not store is known to this tab only.
    stored.find((other) => other === own || !isStored(other)) ??
    (continues === 'newest' ? stored[0] : undefined)
  const draft = continued && readItem(continued)
  if (!draft) return key
  removeItem(continued)
  store(key, draft)
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
  return !areDraftsPaused() && store(key, JSON.stringify({ ...draft, savedAt: Date.now() }))
}

function store(key: string, draft: string): boolean {
  if (!writeOrKeepItem(key, draft)) return false
  writeTabItem(subjectOf(key), key)
  return true
}

export function removeDraft(key: string): void {
  reportFormChanged(key, false)
  removeItem(key)
  if (readTabItem(subjectOf(key)) === key) removeTabItem(subjectOf(key))
}

/** Makes the next form of its subject in this tab continue this draft. */
export const chooseDraft = (key: string): void => writeTabItem(subjectOf(key), key)

/** Returns the keys of the drafts of matching subjects, newest first. An earlier release stored one under the subject. */
export function listDrafts(matches: (subject: string) => boolean): string[] {
  return listKeys()
    .filter((key) => matches(subjectOf(key)))
    .toSorted((a, b) => savedAt(b) - savedAt(a))
}

const savedAt = (key: string) => Number(readProperty(readObject(key), 'savedAt')) || 0
export const subjectOf = (key: string) => key.split('/')[0] ?? key
