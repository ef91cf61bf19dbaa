import { useId, useState } from 'react'
import { useSession } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { DialogPanel } from '../ui/DialogPanel.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import { emptyForm, formValues } from './form-values.ts'
import { GroupsField } from './GroupsField.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { type Listing, ownVersion } from './listing.ts'
import { ListingFields } from './ListingFields.tsx'
import { ListingPreview } from './ListingPreview.tsx'
import { removeUnusedPictures } from './picture/remove-unused-pictures.ts'
import { PublishConsent } from './PublishConsent.tsx'
import { ReviewNotice } from './ReviewNotice.tsx'
import { SaveProblemNotice } from './SaveProblemNotice.tsx'
import { useGroups } from './useGroups.ts'
import { useDraftKeeper, useStoredDraft } from './useListingDraft.ts'
import { useListingForm } from './useListingForm.ts'
import { usePictureUpload } from './usePictureUpload.tsx'
import { useSaveListing } from './useSaveListing.ts'
import { useWarnBeforeUnload } from './useWarnBeforeUnload.ts'
import type { Role } from './vocabulary.ts'

export type ListingDialogProps = {
  /** Null lists a new community. */
  listing: Listing | null
  role: Role
  onClose: () => void
  onSaved: () => void
}

/** A new listing needs no warning: its draft stays. */
const never = () => false

/** The dialog itself. It closes when everything is saved, and asks before anything is lost. */
export function ListingEditor({ listing, role, onClose, onSaved }: ListingDialogProps) {
  const { user } = useSession()
  const [ownerId] = useState(listing?.owner_id ?? user?.id ?? '')
  const draftOf = listing ? null : ownerId
  const stored = useStoredDraft(draftOf)
  const [draft, setDraft] = useState(stored)
  const [id, setId] = useState(() => listing?.id ?? stored?.id ?? crypto.randomUUID())
  const [asking, setAsking] = useState(false)
  const formId = useId()

  const { form, isChanged, markSaved } = useListingForm({ listing, role, draft: stored })
  const groups = useGroups({ form, communityId: listing?.id ?? null, markSaved })
  const keeper = useDraftKeeper({ form, isChanged, userId: draftOf, id })
  const upload = usePictureUpload(ownerId, (url) =>
    form.setValue('image_url', url, { shouldDirty: true, shouldValidate: true }),
  )
  const { base, saving, problem, failure, ...saver } = useSaveListing({
    id,
    listing,
    role,
    knownGroups: groups.known,
    onSaved: (values) => {
      keeper.forget()
      const pictures = [...upload.uploaded(), ...(base ? [ownVersion(base).image_url] : [])]
      const abandoned = pictures.filter((url) => url !== values.image_url)
      void removeUnusedPictures(ownerId, abandoned)
      onSaved()
      onClose()
    },
    onProblem: ({ kind, message }) => {
      if (kind === 'link') form.setError('whatsapp_link', { message }, { shouldFocus: true })
      if (kind === 'picture') form.setError('image_url', { message }, { shouldFocus: true })
    },
  })

  const close = () => {
    if (listing) void tidyUp(upload.uploaded())
    else keeper.keep()
    // Part of it may have been saved before a failure; the list behind the dialog should show it.
    if (base !== listing) {
      keeper.forget()
      onSaved()
    }
    onClose()
  }
  const requestClose = () => {
    if (saving) return
    if (isChanged() || upload.busy) setAsking(true)
    else close()
  }
  const tidyUp = async (pictures: string[]) => {
    if (pictures.length > 0) await removeUnusedPictures(ownerId, pictures)
  }
  const startAfresh = () => {
    keeper.forget()
    upload.reset()
    form.reset(emptyForm)
    markSaved(emptyForm)
    setDraft(null)
    setId(crypto.randomUUID())
  }
  const loadCurrent = () =>
    saver.loadCurrent((current) => {
      const values = formValues(current, role)
      form.reset(values)
      markSaved(values)
      void groups.reload()
    })

  useWarnBeforeUnload(listing ? isChanged : never)

  const submitLabel = listing ? 'Save Changes' : 'Submit for review'

  return (
    <>
      <DialogPanel
        open
        onOpenChange={(open) => !open && requestClose()}
        size="xl"
        title={listing ? 'Edit Community' : 'List your community'}
        description={listing ? undefined : 'We look at every listing before travellers see it.'}
        footer={
          <>
            {problem && (
              <SaveProblemNotice
                title={failure}
                problem={problem}
                busy={saving}
                onLoadCurrent={() => void loadCurrent()}
                onSaveMine={() => void form.handleSubmit(saver.saveOver)()}
              />
            )}
            <Button variant="secondary" disabled={saving} onClick={requestClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={saving || upload.busy}>
              {upload.busy ? 'Waiting for the image...' : submitLabel}
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
              if (!upload.busy) void form.handleSubmit(saver.save)(event)
            }}
            onPaste={(event) => {
              const picture = [...event.clipboardData.files].find(({ type }) =>
                type.startsWith('image/'),
              )
              if (!picture) return
              event.preventDefault()
              void upload.choose(picture)
            }}
          >
            {draft && <DraftNotice savedAt={draft.savedAt} onStartAfresh={startAfresh} />}
            {base && listing && <ReviewNotice form={form} listing={base} role={role} />}
            <ListingFields
              form={form}
              upload={upload}
              listingId={id}
              role={role}
              category={listing?.category}
            />
            <GroupsField form={form} groups={groups} />
            {!listing && <PublishConsent form={form} />}
            <details className="rounded-xl bg-sunken/60 px-4 py-3 lg:hidden">
              <summary className="cursor-pointer font-semibold">Preview</summary>
              <div className="pt-3">
                <ListingPreview form={form} />
              </div>
            </details>
          </form>
          <section aria-label="Preview" className="sticky top-0 w-80 shrink-0 max-lg:hidden">
            <p aria-hidden="true" className="mb-2 text-sm font-semibold text-ink-soft">
              Preview
            </p>
            <ListingPreview form={form} />
          </section>
        </div>
      </DialogPanel>
      <LeaveDialog isNew={!listing} open={asking} onOpenChange={setAsking} onLeave={close} />
    </>
  )
}
