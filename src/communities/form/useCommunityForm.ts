import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { removeDraft } from '../../lib/stored-draft.ts'
import { supabaseUrl } from '../../supabase/config.ts'
import { type Community, eachField } from '../fields.ts'
import { withHeldChanges } from '../held-changes.ts'
import type { Role } from '../vocabulary.ts'
import { changedValues, readCommunityDraft, saveCommunityDraft } from './community-draft.ts'
import {
  type CommunityInput,
  communitySchema,
  type CommunityValues,
  emptyForm,
  type Groups,
} from './community-schema.ts'

export type CommunityFormMethods = UseFormReturn<CommunityInput, unknown, CommunityValues>

type Options = {
  /** Null for a new community. */
  community: Community | null
  role: Role
  draftKey: string
}

/** Returns the form of a community, which continues a stored draft, and what the database has of the community. */
export function useCommunityForm({ community, role, draftKey }: Options) {
  const [draft, setDraft] = useState(() => readCommunityDraft(draftKey))
  const [id, setId] = useState(() => community?.id ?? draft?.id ?? crypto.randomUUID())
  const [saved, setSaved] = useState(community)
  const [savedGroups, setSavedGroups] = useState<Groups>([])
  // A new community's draft stays complete until everything is saved: after a reload, saving starts from the beginning.
  const edited = community && saved
  const savedValues = { ...toFormValues(edited, role), groups: savedGroups }

  const [schema] = useState(() =>
    communitySchema({
      projectUrl: supabaseUrl,
      isNew: community === null,
      isDirectoryLive: import.meta.env.VITE_DIRECTORY === 'live',
    }),
  )
  const form: CommunityFormMethods = useForm({
    resolver: zodResolver(schema),
    defaultValues: { ...savedValues, ...draft?.values },
  })
  const changes = () => changedValues(form.getValues(), savedValues)

  const resetTo = (values: CommunityInput) => {
    removeDraft(draftKey)
    setDraft(null)
    form.reset(values)
  }

  return {
    /** The community's id. The draft of a new one keeps it, so that submitting it again cannot list it twice. */
    id,
    form,
    /** The community as the database has it; null before a new one is saved. */
    saved,
    setSaved,
    /** The groups as the database has them; empty until they are loaded. */
    savedGroups,
    setSavedGroups,
    /** The draft that was restored when the form opened, until it is discarded. */
    draft: draft && {
      savedAt: draft.savedAt,
      isStale: draft.basedOn !== (community?.updated_at ?? null),
    },
    isChanged: () => Object.keys(changes()).length > 0,
    /** Returns false if this browser does not store anything. */
    saveDraft: () =>
      saveCommunityDraft(draftKey, {
        id,
        basedOn: edited?.updated_at ?? null,
        values: changes(),
      }),
    deleteDraft: () => removeDraft(draftKey),
    startOver: () => {
      if (!community) setId(crypto.randomUUID())
      resetTo(savedValues)
    },
    /** Replaces the input with a newer version of the community. */
    replaceWith: (current: Community) => {
      setSaved(current)
      setSavedGroups([])
      resetTo(toFormValues(current, role))
    },
    /** Gives a new community and its groups other ids, and returns them. */
    renewIds: (values: CommunityValues) => {
      const groups = values.groups.map((group) => ({ ...group, id: crypto.randomUUID() }))
      const renewed = { id: crypto.randomUUID(), values: { ...values, groups } }
      setId(renewed.id)
      form.setValue('groups', groups)
      return renewed
    },
  }
}

export type CommunityFormState = ReturnType<typeof useCommunityForm>

/** Returns a community as form values, without its groups. Owners edit their held version, admins the live one. */
function toFormValues(community: Community | null, role: Role): CommunityInput {
  if (!community) return emptyForm
  const shown = role === 'owner' ? withHeldChanges(community) : community
  return {
    ...eachField(({ name }) => String(shown[name] ?? '')),
    groups: [],
    is_place_requested: shown.requested_place !== null,
    may_publish: true,
  }
}
