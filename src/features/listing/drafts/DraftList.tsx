import { FilePen } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { preloadEditCommunity } from '../EditCommunity.tsx'
import { chooseDraft } from '../../../lib/stored-draft.ts'
import { openedFrom } from '../../../lib/useDialogInUrl.ts'
import { SmallButton } from '../../../ui/Button.tsx'
import { formatMoment } from '../../../ui/format.ts'
import { ConfirmOnDemand } from '../../../ui/on-demand-dialog.tsx'
import type { CommunityDraft } from './community-drafts.ts'

type Props = {
  drafts: readonly CommunityDraft[]
  /** The saved name of an existing community. */
  nameOf: (communityId: string) => string | undefined
  onEdit: (communityId: string) => void
  onDiscard: (draft: CommunityDraft) => void
}

/** Unsaved input of new and existing communities, which the user can continue or discard. */
export function DraftList({ drafts, nameOf, onEdit, onDiscard }: Props) {
  const [toDiscard, setToDiscard] = useState<CommunityDraft | null>(null)
  const navigate = useNavigate()

  const resume = ({ key, communityId }: CommunityDraft) => {
    chooseDraft(key)
    if (communityId) onEdit(communityId)
    else void navigate('/?list=new', { state: openedFrom('/profile') })
  }
  const describe = ({ communityId, name }: CommunityDraft) =>
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
                  {draft.isInOtherTab
                    ? 'Open in another tab'
                    : `Saved on this device, ${formatMoment(new Date(draft.savedAt).toISOString())}`}
                </p>
              </div>
              {!draft.isInOtherTab && (
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
              )}
            </li>
          )
        })}
      </ul>
      {toDiscard && (
        <ConfirmOnDemand
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
        </ConfirmOnDemand>
      )}
    </>
  )
}
