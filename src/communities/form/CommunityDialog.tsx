import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { draftSubject, useDraftKey } from '../../lib/stored-draft.ts'
import { SignedOutNotice } from '../../session/SignedOutNotice.tsx'
import { useSession } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Deferred } from '../../ui/Deferred.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { CommunityForm, PublishConsent, showCount } from './CommunityForm.tsx'
import { DraftNotice, ReviewNotice } from './CommunityNotices.tsx'
import { CommunityPreview } from './CommunityPreview.tsx'
import { type DraftedForm, useDraftedForm } from './useDraftedForm.ts'
import type { Community } from '../fields.ts'
import { GroupsField, groupsKey } from './GroupsField.tsx'
import { useImageUpload } from '../images/useImageUpload.tsx'
import { SaveProblemNotice } from './SaveProblemNotice.tsx'
import { useSaveCommunity } from './useSaveCommunity.ts'
import type { Role } from '../vocabulary.ts'

type Props = {
  /** Null for a new community. */
  community: Community | null
  role: Role
  onClose: () => void
  onSaved: () => void
}

/** The form of a community, with a preview. Closes once everything is saved, and asks before discarding input. */
export function CommunityDialog(props: Props) {
  const { user } = useSession()
  // The session may end while the dialog is open. The draft stays stored under this user id.
  const [userId] = useState(user?.id ?? '')
  const draftKey = useDraftKey(draftSubject.community(userId, props.community?.id))
  return draftKey && <OpenDialog {...props} userId={userId} draftKey={draftKey} />
}

function OpenDialog({
  community,
  role,
  userId,
  draftKey,
  onClose,
  onSaved,
}: Props & { userId: string; draftKey: string }) {
  const { isSignedOutElsewhere } = useSession()
  const [isConfirmingClose, setIsConfirmingClose] = useState(false)
  const isLeaving = useRef(false)
  const queries = useQueryClient()
  const formId = useId()
  const isNew = community === null

  const drafted = useDraftedForm({ community, role, draftKey })
  const { form, draft, isChanged } = drafted
  const upload = useImageUpload(community?.owner_id ?? userId, (url) =>
    form.setValue('image_url', url, { shouldDirty: true, shouldValidate: true }),
  )
  const saver = useSaveCommunity({
    community,
    role,
    drafted,
    onSaved: () => {
      drafted.deleteDraft()
      isLeaving.current = true
      onSaved()
      onClose()
    },
    onFieldError: (field, message) => form.setError(field, { message }, { shouldFocus: true }),
  })
  const { base, busy } = saver
  useDraftOnBack(drafted, isLeaving)
  useWarnBeforeUnload(() => upload.busy || (isChanged() && !drafted.saveDraft()))

  const close = () => {
    isLeaving.current = true
    if (isNew && base === null) drafted.saveDraft()
    else drafted.deleteDraft()
    // A failed save may have stored a part: refresh the list behind the dialog.
    if (base !== community) onSaved()
    onClose()
  }
  const requestClose = () => {
    if (busy) return
    if (isChanged() || upload.busy) setIsConfirmingClose(true)
    else close()
  }
  const loadCurrent = async () => {
    upload.cancel()
    if (await saver.loadCurrent()) await queries.refetchQueries({ queryKey: groupsKey(drafted.id) })
  }

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && requestClose()}
        size="xl"
        title={isNew ? 'List your community' : 'Edit Community'}
        description={isNew ? 'We review every community before travellers see it.' : undefined}
        initialFocus={() => form.setFocus('name')}
        footer={
          <>
            <SignedOutNotice />
            {saver.problem && (
              <SaveProblemNotice
                problem={saver.problem}
                busy={busy || upload.busy}
                onLoadCurrent={() => void loadCurrent()}
                form={form}
                onSaveMine={() => void form.handleSubmit(saver.overwrite)()}
                onSubmitAsAnother={() => void form.handleSubmit(saver.submitAsAnother)()}
              />
            )}
            <Button variant="secondary" disabled={busy} onClick={requestClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={busy || upload.busy}>
              {upload.busy
                ? 'Waiting for the image...'
                : isNew
                  ? 'Submit for review'
                  : 'Save Changes'}
            </Button>
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
              // Enter submits without leaving the field.
              showCount(form)
              if (!upload.busy) void form.handleSubmit(saver.save)()
            }}
            onPaste={(event) => {
              const image = [...event.clipboardData.files].find(({ type }) =>
                type.startsWith('image/'),
              )
              if (!image) return
              event.preventDefault()
              void upload.choose(image)
            }}
          >
            {draft && base === community && (
              <DraftNotice
                {...draft}
                onStartOver={() => {
                  upload.cancel()
                  drafted.startOver()
                }}
              />
            )}
            {base && community && <ReviewNotice form={form} community={base} role={role} />}
            <CommunityForm
              form={form}
              upload={upload}
              communityId={drafted.id}
              role={role}
              stored={base}
              isNew={isNew}
            />
            <Deferred>
              <GroupsField drafted={drafted} isStored={!isNew} />
              {isNew && <PublishConsent form={form} />}
              <details className="rounded-xl bg-sunken/60 px-4 py-3 lg:hidden">
                <summary className="cursor-pointer font-semibold">Preview</summary>
                <div className="pt-3">
                  <CommunityPreview form={form} />
                </div>
              </details>
            </Deferred>
          </form>
          <section aria-label="Preview" className="sticky top-0 w-80 shrink-0 max-lg:hidden">
            <p aria-hidden="true" className="mb-2 text-sm font-semibold text-ink-soft">
              Preview
            </p>
            <Deferred>
              <CommunityPreview form={form} />
            </Deferred>
          </section>
        </div>
      </Dialog>
      {isConfirmingClose && (
        <ConfirmDialog
          onClose={() => setIsConfirmingClose(false)}
          title={isNew ? 'Close without submitting?' : 'Discard your changes?'}
          confirmLabel={isNew ? 'Close' : 'Discard changes'}
          cancelLabel="Keep editing"
          tone={isNew ? undefined : 'danger'}
          onConfirm={close}
        >
          {isNew && !isSignedOutElsewhere
            ? 'Your draft stays on this device. You can continue later.'
            : "Your changes aren't saved yet."}
        </ConfirmDialog>
      )}
    </>
  )
}

/** Saves a draft when Back closes the dialog, and confirms it with a toast. */
function useDraftOnBack(
  { isChanged, saveDraft }: DraftedForm,
  isLeaving: { readonly current: boolean },
) {
  const onBack = useEffectEvent(() => {
    if (isLeaving.current || !isChanged()) return
    if (saveDraft()) toast('Your changes are saved as a draft on this device')
    else toast.error("Your changes couldn't be saved as a draft on this device")
  })
  useEffect(() => {
    // On unmount instead of on popstate, because the router may have removed the dialog by then.
    const { href } = window.location
    return () => {
      if (window.location.href !== href) onBack()
    }
  }, [])
}

/** Makes the browser confirm before the page is left with unsaved input. */
function useWarnBeforeUnload(wouldLose: () => boolean) {
  const onLeave = useEffectEvent((event: BeforeUnloadEvent) => {
    if (wouldLose()) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: BeforeUnloadEvent) => onLeave(event)
    window.addEventListener('beforeunload', listen)
    return () => window.removeEventListener('beforeunload', listen)
  }, [])
}
