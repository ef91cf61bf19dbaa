import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FilePen } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { readObject } from '../../lib/browser-storage.ts'
import { readProperty, readText } from '../../lib/read-property.ts'
import {
  chooseDraft,
  draftSubject,
  listDrafts,
  removeDraft,
  subjectOf,
} from '../../lib/stored-draft.ts'
import { isFormOpen } from '../../lib/unsaved-input.ts'
import { openedFrom } from '../../lib/useDialogInUrl.ts'
import { useWindowEvent } from '../../lib/useWindowEvent.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { formatMoment } from '../../ui/format.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { preloadEditCommunity } from '../listing/EditCommunity.tsx'

/** A draft in the list. */
type ListedDraft = {
  key: string
  /** Null for a new community. */
  communityId: string | null
  /** The name in the form; '' if it is unchanged or empty. */
  name: string
  savedAt: number
}

/** Returns the user's drafts, newest first, except those of the open forms of this tab, and a function that deletes one. */
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
    discard: (draft: ListedDraft) => {
      removeDraft(draft.key)
      void refetch()
    },
  }
}

export const hasCommunityDrafts = (userId: string): boolean => readDrafts(userId).length > 0

function readDrafts(userId: string): ListedDraft[] {
  const ofNew = draftSubject.community(userId)
  const keys = listDrafts((subject) => subject === ofNew || subject.startsWith(`${ofNew}-`))
  return keys
    .filter((key) => !isFormOpen(key))
    .map((key) => {
      const draft = readObject(key)
      return {
        key,
        communityId: subjectOf(key).slice(ofNew.length + 1) || null,
        name: readText(readProperty(draft, 'values'), 'name'),
        savedAt: Number(readProperty(draft, 'savedAt')) || 0,
      }
    })
}

type Props = {
  drafts: readonly ListedDraft[]
  /** The saved name of an existing community. */
  nameOf: (communityId: string) => string | undefined
  onEdit: (communityId: string) => void
  onDiscard: (draft: ListedDraft) => void
}

/** Unsaved input of new and existing communities, which the user can continue or discard. */
export function DraftList({ drafts, nameOf, onEdit, onDiscard }: Props) {
  const [toDiscard, setToDiscard] = useState<ListedDraft | null>(null)
  const navigate = useNavigate()

  const resume = ({ key, communityId }: ListedDraft) => {
    chooseDraft(key)
    if (communityId) onEdit(communityId)
    else void navigate('/?list=new', { state: openedFrom('/profile') })
  }
  const describe = ({ communityId, name }: ListedDraft) =>
    communityId ? `Changes to ${nameOf(communityId)}` : name.trim() || 'Unnamed community'

  return (
    <>
      <ul aria-label="Drafts" className="mb-5 space-y-2">
        {drafts.map((draft) => {
          const title = describe(draft)
          return (
            <li
              key={draft.key}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-dashed border-line-strong/60 px-4 py-3"
            >
              <FilePen aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
              <div className="min-w-0 flex-1 basis-44 text-sm">
                <p className="font-semibold wrap-anywhere">
                  <span>Draft: </span>
                  <span dir="auto" translate="no">
                    {title}
                  </span>
                </p>
                <p className="text-ink-soft">
                  {`Saved on this device, ${formatMoment(new Date(draft.savedAt).toISOString())}`}
                </p>
              </div>
              <div className="flex gap-2">
                <SmallButton
                  aria-label={`Continue the draft: ${title}`}
                  onPointerDown={preloadEditCommunity}
                  onClick={() => resume(draft)}
                >
                  Continue
                </SmallButton>
                <SmallButton
                  aria-label={`Discard the draft: ${title}`}
                  onClick={() => setToDiscard(draft)}
                >
                  Discard
                </SmallButton>
              </div>
            </li>
          )
        })}
      </ul>
      {toDiscard && (
        <ConfirmDialog
          onClose={() => setToDiscard(null)}
          title="Discard this draft?"
          confirmLabel="Discard draft"
          cancelLabel="Keep it"
          tone="danger"
          onConfirm={() => {
            onDiscard(toDiscard)
            setToDiscard(null)
          }}
        >
          {`“${describe(toDiscard)}” is deleted from this device.`}
        </ConfirmDialog>
      )}
    </>
  )
}
