import { useState } from 'react'
import { useSession } from '../session/useSession.ts'
import { emptyForm, formValues } from './form-values.ts'
import type { Community } from './fields.ts'
import { useGroups } from './useGroups.ts'
import { useDraftKeeper, useStoredDraft } from './useCommunityDraft.ts'
import { useCommunityForm } from './useCommunityForm.ts'
import { useImageUpload } from './images/useImageUpload.tsx'
import { useSaveCommunity } from './useSaveCommunity.ts'
import { useWarnBeforeUnload } from './useWarnBeforeUnload.ts'
import type { Role } from './vocabulary.ts'

export type CommunityDialogProps = {
  /** Null lists a new community. */
  community: Community | null
  role: Role
  onClose: () => void
  onSaved: () => void
}

/** A new community needs no warning: its draft stays. */
const never = () => false

/** What goes on in the dialog: it closes when everything is saved, and asks before anything is lost. */
export function useCommunityEditor({ community, role, onClose, onSaved }: CommunityDialogProps) {
  const { user } = useSession()
  const [ownerId] = useState(community?.owner_id ?? user?.id ?? '')
  const draftOf = community ? null : ownerId
  const stored = useStoredDraft(draftOf)
  const [draft, setDraft] = useState(stored)
  const [id, setId] = useState(() => community?.id ?? stored?.id ?? crypto.randomUUID())
  const [isAsking, setIsAsking] = useState(false)

  const { form, isChanged, markSaved } = useCommunityForm({ community, role, draft: stored })
  const groups = useGroups({ form, communityId: community?.id ?? null, markSaved })
  const keeper = useDraftKeeper({ form, isChanged, userId: draftOf, id })
  const upload = useImageUpload(ownerId, (url) =>
    form.setValue('image_url', url, { shouldDirty: true, shouldValidate: true }),
  )
  const { base, saving, problem, failure, ...saver } = useSaveCommunity({
    id,
    community,
    role,
    knownGroups: groups.known,
    onSaved: () => {
      keeper.forget()
      onSaved()
      onClose()
    },
    onProblem: ({ kind, message }) => {
      if (kind === 'link') form.setError('whatsapp_link', { message }, { shouldFocus: true })
      if (kind === 'image') form.setError('image_url', { message }, { shouldFocus: true })
    },
  })
  useWarnBeforeUnload(community ? isChanged : never)

  const close = () => {
    if (!community) keeper.keep()
    // Part of it may have been saved before a failure; the list behind the dialog should show it.
    if (base !== community) {
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
