import { useId, useRef, useState } from 'react'
import { draftSubject, useDraftKey } from '../../lib/stored-draft.ts'
import { useWindowEvent } from '../../lib/useWindowEvent.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Deferred } from '../../ui/when-idle.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import type { Community } from '../community/fields.ts'
import type { Role } from '../community/vocabulary.ts'
import { SignedOutNotice } from '../session/SignedOutNotice.tsx'
import { useSession } from '../session/useSession.ts'
import { suspendedReason } from '../../supabase/errors.ts'
import { useSuspension } from '../suspension/suspension.ts'
import { normalizeMemberCount } from './CommunityFields.tsx'
import { CommunityForm } from './CommunityForm.tsx'
import { DraftNotice, SaveProblemNotice } from './CommunityNotices.tsx'
import { DraftSaver, useDraftOnBack } from './community-draft.ts'
import { useImageUpload } from './images/useImageUpload.tsx'
import { NewCommunityForm } from './NewCommunityForm.tsx'
import { PreviewCard } from './PreviewCard.tsx'
import { useCommunityForm } from './useCommunityForm.ts'
import { useFormSteps } from './useFormSteps.ts'
import { useLinkCheck } from './useLinkCheck.ts'
import { useSaveCommunity } from './useSaveCommunity.ts'

type Props = {
  /** Null for a new community. */
  community: Community | null
  role: Role
  onClose: () => void
  /** Called without the community if only a part was saved. */
  onSaved: (saved?: Community) => void
}

/** The form of a community, in steps if it is new, with a preview. Closes once everything is saved, and asks before discarding input. */
export function CommunityDialog(props: Props) {
  const { user } = useSession()
  // The session may end while the dialog is open. The draft stays stored under this user id.
  const [userId] = useState(user?.id ?? '')
  const draftKey = useDraftKey(draftSubject.community(userId, props.community?.id))
  return draftKey && <OpenDialog {...props} userId={userId} draftKey={draftKey} />
}

type OpenProps = Props & { userId: string; draftKey: string }

function OpenDialog({ community, role, userId, draftKey, onClose, onSaved }: OpenProps) {
  const isNew = community === null
  const [closing, setClosing] = useState<{ isDraftStored: boolean } | null>(null)
  const isLeaving = useRef(false)
  const formId = useId()
  const isSuspended = Boolean(useSuspension(userId))

  const communityForm = useCommunityForm({ openedVersion: community, role, draftKey })
  const { form, savedVersion, restoredDraft, isChanged, saveDraft, deleteDraft } = communityForm
  const upload = useImageUpload((role === 'admin' && community?.owner_id) || userId, (url) =>
    form.setValue('image_url', url, { shouldDirty: true, shouldValidate: true }),
  )
  const linkCheck = useLinkCheck(communityForm, isNew)
  const steps = useFormSteps({ communityForm, isNew, checkLink: linkCheck.check })
  const saver = useSaveCommunity({
    isNew,
    role,
    communityForm,
    onRefused: steps.show,
    onSaved: (saved) => {
      deleteDraft()
      isLeaving.current = true
      onSaved(saved)
      onClose()
    },
  })
  useDraftOnBack(communityForm, isLeaving)
  // Makes the browser confirm before the page is left with unsaved input.
  useWindowEvent('beforeunload', (event) => {
    if (upload.isPending || (isChanged() && !saveDraft())) event.preventDefault()
  })

  const close = () => {
    isLeaving.current = true
    if (isNew && savedVersion === null) saveDraft()
    else deleteDraft()
    // A failed save may have stored a part: refresh the list behind the dialog.
    if (savedVersion !== community) onSaved()
    onClose()
  }
  const requestClose = () => {
    if (saver.isPending) return
    if (isChanged() || upload.isPending) setClosing({ isDraftStored: saveDraft() })
    else close()
  }
  const isSaving = saver.isPending || upload.isPending
  const submitLabel = isNew ? 'Submit for review' : 'Save Changes'
  const submit = () => {
    // Enter submits without leaving the field.
    normalizeMemberCount(form)
    if (!steps.isLast) void steps.next()
    else if (!upload.isPending) void form.handleSubmit(saver.save, steps.showErrors)()
  }

  return (
    <>
      <DraftSaver {...communityForm} />
      <Dialog
        onClose={requestClose}
        size={isNew ? 'lg' : 'xl'}
        title={isNew ? 'List your community' : 'Edit Community'}
        initialFocus={() => form.setFocus(steps.firstField)}
        footer={
          <>
            <SignedOutNotice />
            {isSuspended && (
              <Notice tone="warning" className="basis-full">
                {suspendedReason}
              </Notice>
            )}
            <SaveProblemNotice saver={saver} form={form} upload={upload} />
            <Button
              variant="secondary"
              disabled={saver.isPending}
              onClick={steps.back ?? requestClose}
            >
              {steps.back ? 'Back' : 'Cancel'}
            </Button>
            {steps.isLast ? (
              <Button type="submit" form={formId} isPending={isSaving} disabled={isSuspended}>
                {upload.isPending ? 'Waiting for the image...' : submitLabel}
              </Button>
            ) : (
              <Button type="submit" form={formId} isPending={steps.isChecking}>
                Continue
              </Button>
            )}
          </>
        }
      >
        <div className="lg:flex lg:items-start lg:gap-8">
          <form
            id={formId}
            noValidate
            className="min-w-0 flex-1 space-y-5"
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
            onPaste={upload.onPaste}
          >
            {restoredDraft && savedVersion === community && (
              <DraftNotice
                {...restoredDraft}
                onStartOver={() => {
                  upload.cancel()
                  communityForm.startOver()
                }}
              />
            )}
            {isNew ? (
              <NewCommunityForm {...{ communityForm, steps, linkCheck, upload, role }} />
            ) : (
              <CommunityForm {...{ communityForm, linkCheck, upload, role }} />
            )}
          </form>
          {!isNew && (
            <Deferred>
              <section aria-label="Preview" className="sticky top-0 w-80 shrink-0 max-lg:hidden">
                <p aria-hidden="true" className="mb-2 text-sm font-semibold text-ink-soft">
                  Preview
                </p>
                <PreviewCard form={form} />
              </section>
            </Deferred>
          )}
        </div>
      </Dialog>
      {closing && (
        <ConfirmDialog
          onClose={() => setClosing(null)}
          title={isNew ? 'Close without submitting?' : 'Discard your changes?'}
          confirmLabel={isNew ? 'Close' : 'Discard changes'}
          cancelLabel="Keep editing"
          tone={isNew ? undefined : 'danger'}
          onConfirm={close}
        >
          {isNew && closing.isDraftStored
            ? 'Your draft stays on this device. You can continue later.'
            : "Your changes aren't saved yet."}
        </ConfirmDialog>
      )}
    </>
  )
}
