import { useEffect, useRef, useState } from 'react'
import { readDraft, removeDraft, writeDraft } from './draft.ts'
import type { CommunityInput } from './community-schema.ts'
import type { CommunityForm } from './useCommunityForm.ts'

/** Milliseconds without a keystroke before what was typed is kept. */
const pause = 400

/** Finds what this person typed earlier. `userId` is null where there is nothing to keep. */
export function useStoredDraft(userId: string | null) {
  const [draft] = useState(() => (userId === null ? null : readDraft(userId)))
  return draft
}

type Options = {
  form: CommunityForm
  isChanged: () => boolean
  userId: string | null
  /** The id that the community will have: going on from a draft cannot list a community twice. */
  id: string
}

/** Keeps a new community on this device while it is typed. */
export function useDraftKeeper({ form, isChanged, userId, id }: Options) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stopWaiting = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const keep = (values: CommunityInput = form.getValues()) => {
    stopWaiting()
    if (userId !== null && isChanged()) writeDraft(userId, { id, savedAt: Date.now(), values })
  }
  const newest = useRef(keep)
  useEffect(() => {
    newest.current = keep
  })

  useEffect(() => {
    const later = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => newest.current(), pause)
    }
    const now = () => newest.current()
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: later })
    window.addEventListener('pagehide', now)
    return () => {
      unsubscribe()
      // Left in the middle of a word, for example with the Back button.
      if (timer.current !== undefined) now()
      window.removeEventListener('pagehide', now)
    }
  }, [form])

  return {
    keep: () => keep(),
    forget: () => {
      stopWaiting()
      if (userId !== null) removeDraft(userId)
    },
  }
}
