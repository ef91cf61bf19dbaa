import { useState } from 'react'
import { useSession } from '../session/useSession.ts'
import { emptyForm, formValues } from './form-values.ts'
import { type Listing, ownVersion } from './listing.ts'
import { removeUnusedPictures } from './picture/remove-unused-pictures.ts'
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

/** What goes on in the dialog: it closes when everything is saved, and asks before anything is lost. */
export function useListingEditor({ listing, role, onClose, onSaved }: ListingDialogProps) {
  const { user } = useSession()
  const [ownerId] = useState(listing?.owner_id ?? user?.id ?? '')
  const draftOf = listing ? null : ownerId
  const stored = useStoredDraft(draftOf)
  const [draft, setDraft] = useState(stored)
  const [id, setId] = useState(() => listing?.id ?? stored?.id ?? crypto.randomUUID())
  const [isAsking, setIsAsking] = useState(false)

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
  useWarnBeforeUnload(listing ? isChanged : never)

  const close = () => {
    if (!listing) keeper.keep()
    else if (upload.uploaded().length > 0) void removeUnusedPictures(ownerId, upload.uploaded())
    // Part of it may have been saved before a failure; the list behind the dialog should show it.
    if (base !== listing) {
      keeper.forget()
      onSaved()
    }
    onClose()
  }

  return {
    id,
    form,
    groups,
    upload,
    draft,
    /** The version that is edited, or null before a new listing is stored. */
    base,
    saving,
    problem,
    failure,
    submit: () => form.handleSubmit(saver.save)(),
    submitOver: () => form.handleSubmit(saver.saveOver)(),
    loadCurrent: () =>
      saver.loadCurrent((current) => {
        const values = formValues(current, role)
        form.reset(values)
        markSaved(values)
        void groups.reload()
      }),
    startAfresh: () => {
      keeper.forget()
      upload.reset()
      form.reset(emptyForm)
      markSaved(emptyForm)
      setDraft(null)
      setId(crypto.randomUUID())
    },
    close,
    requestClose: () => {
      if (saving) return
      if (isChanged() || upload.busy) setIsAsking(true)
      else close()
    },
    isAsking,
    setIsAsking,
  }
}
