import { QueryClientProvider } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { draftSubject, useDraftKey } from '../../lib/stored-draft.ts'
import { useProfile } from '../session/profile.ts'
import { useSuspension } from '../suspension/suspension.ts'
import { SignedOutNotice } from '../session/SignedOutNotice.tsx'
import { openUserCache } from '../session/user-cache.ts'
import { type SessionUser, useSession } from '../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Deferred } from '../../ui/Deferred.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWindowEvent } from '../../lib/useWindowEvent.ts'
import type { Community } from '../community/fields.ts'
import { showNewCommunity } from '../community/own-communities.ts'
import { useImageUpload } from './images/useImageUpload.tsx'
import type { Role } from '../community/vocabulary.ts'
import { CommunityForm, PublishConsent } from './CommunityForm.tsx'
import {
  DraftNotice,
  ReviewNotice,
  SaveProblemNotice,
  SuspendedNotice,
} from './CommunityNotices.tsx'
import { PreviewBelow, PreviewBeside } from './CommunityPreview.tsx'
import { GroupsField } from './GroupsField.tsx'
import {
  type CommunityFormState,
  normalizeMemberCount,
  useCommunityForm,
} from './useCommunityForm.ts'
import { useSaveCommunity } from './useSaveCommunity.ts'

type Props = {
  /** Null for a new community. */
  community: Community | null
  role: Role
  onClose: () => void
  /** Called without the community if only a part was saved. */
  onSaved: (saved?: Community) => void
}

type NewProps = { onClose: () => void; onSaved: () => void }

/** The dialog for a new community. Provides the user's query cache, which the public home page does not have. */
export function NewCommunity(props: NewProps) {
  const { user } = useSession()
  // Another tab may switch to another account, which must not submit this user's input.
  return user && <NewCommunityOf key={user.id} user={user} {...props} />
}

function NewCommunityOf({ user, onClose, onSaved }: NewProps & { user: SessionUser }) {
  const queries = openUserCache(user.id)
  const profile = useProfile(user)

  return (
    <QueryClientProvider client={queries}>
      <CommunityDialog
        community={null}
        role={profile?.is_admin ? 'admin' : 'owner'}
        onClose={onClose}
        onSaved={(saved) => {
          if (saved) showNewCommunity(queries, saved)
          void queries.invalidateQueries({ queryKey: ['communities'] })
          onSaved()
        }}
      />
    </QueryClientProvider>
  )
}

/** The form of a community, with a preview. Closes once everything is saved, and asks before discarding input. */
export function CommunityDialog(props: Props) {
  const { user } = useSession()
  // The session may end while the dialog is open. The draft stays stored under this user id.
  const [userId] = useState(user?.id ?? '')
  const draftKey = useDraftKey(draftSubject.community(userId, props.community?.id))
  return draftKey && <OpenDialog {...props} userId={userId} draftKey={draftKey} />
}

const nextStep = 'An admin reviews it before travellers see it, and we email you the decision.'

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
  const saver = useSaveCommunity({
    isNew,
    role,
    communityForm,
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

  return (
    <>
      <DraftSaver {...communityForm} />
      <Dialog
        onClose={requestClose}
        size="xl"
        title={isNew ? 'List your community' : 'Edit Community'}
        description={isNew ? nextStep : undefined}
        initialFocus={() => form.setFocus('name')}
        footer={
          <>
            <SignedOutNotice />
            {isSuspended && <SuspendedNotice />}
            <SaveProblemNotice saver={saver} form={form} upload={upload} />
            <Button variant="secondary" disabled={saver.isPending} onClick={requestClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} isPending={isSaving} disabled={isSuspended}>
              {upload.isPending ? 'Waiting for the image...' : submitLabel}
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
              normalizeMemberCount(form)
              if (!upload.isPending) void form.handleSubmit(saver.save)()
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
            {savedVersion && community && (
              <ReviewNotice form={form} community={savedVersion} role={role} />
            )}
            <CommunityForm
              form={form}
              upload={upload}
              communityId={communityForm.id}
              role={role}
              saved={savedVersion}
              isNew={isNew}
            />
            <Deferred>
              <GroupsField communityForm={communityForm} />
              {isNew && <PublishConsent form={form} />}
              <PreviewBelow form={form} />
            </Deferred>
          </form>
          <Deferred>
            <PreviewBeside form={form} />
          </Deferred>
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

/** Saves the draft after each change. A component of its own, so that typing does not render the whole dialog. */
function DraftSaver({ form, saveDraft }: Pick<CommunityFormState, 'form' | 'saveDraft'>) {
  const [changes, setChanges] = useState(0)
  const save = useEffectEvent(saveDraft)
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: () => setChanges((count) => count + 1),
      }),
    [form],
  )
  // After rendering, because a change may come with a newer saved version.
  useEffect(() => {
    if (changes > 0) save()
  }, [changes])
  return null
}

/** Saves a draft when Back closes the dialog, and confirms it with a toast. */
function useDraftOnBack(
  { isChanged, saveDraft }: CommunityFormState,
  isLeaving: RefObject<boolean>,
) {
  const onBack = useEffectEvent(() => {
    if (isLeaving.current || !isChanged()) return
    if (saveDraft()) toast('Your changes are saved as a draft on this device')
    else
      toast.error(
        "Couldn't save a draft on this device. Closing or reloading this page deletes it.",
      )
  })
  useEffect(() => {
    // On unmount instead of on popstate, because the router may have removed the dialog by then.
    const { href } = window.location
    return () => {
      if (window.location.href !== href) onBack()
    }
  }, [])
}
