import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { listKeys, readObject } from '../../../lib/browser-storage.ts'
import { readProperty, readText } from '../../../lib/read-property.ts'
import {
  draftSubject,
  listDraftsInOtherTabs,
  removeDraft,
  subjectOf,
} from '../../../lib/stored-draft.ts'
import { isFormOpen } from '../../../lib/unsaved-input.ts'
import { useWindowEvent } from '../../../lib/useWindowEvent.ts'

/** Unsaved input of the form of a community, stored in this browser. */
export type CommunityDraft = {
  key: string
  /** Null for a new community. */
  communityId: string | null
  /** The name in the form; '' if it is unchanged or empty. */
  name: string
  savedAt: number
  isInOtherTab: boolean
}

/** Returns the user's drafts, newest first, and a function that deletes one. */
export function useCommunityDrafts(userId: string) {
  // Closing a form with Back navigates, and stores its draft.
  const { key } = useLocation()
  const { data: drafts = [], refetch } = useQuery({
    queryKey: ['community drafts', userId, key],
    queryFn: () => readDrafts(userId),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  useWindowEvent('storage', () => void refetch())

  return {
    drafts,
    discard: (draft: CommunityDraft) => {
      removeDraft(draft.key)
      void refetch()
    },
  }
}

async function readDrafts(userId: string): Promise<CommunityDraft[]> {
  const inOtherTabs = await listDraftsInOtherTabs()
  const subject = draftSubject.community(userId)
  return listKeys()
    .filter((key) => {
      const own = subjectOf(key) === subject || subjectOf(key).startsWith(`${subject}-`)
      return own && !isFormOpen(key)
    })
    .map((key) => {
      const draft = readObject(key)
      return {
        key,
        communityId: subjectOf(key).slice(subject.length + 1) || null,
        name: readText(readProperty(draft, 'values'), 'name'),
        savedAt: Number(readProperty(draft, 'savedAt')) || 0,
        isInOtherTab: inOtherTabs.includes(key),
      }
    })
    .toSorted((one, other) => other.savedAt - one.savedAt)
}
