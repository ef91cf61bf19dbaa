import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useForm } from 'react-hook-form'
import { removeDraft } from '../../lib/stored-draft.ts'
import { supabase } from '../../supabase/client.ts'
import { supabaseUrl } from '../../supabase/config.ts'
import { unwrap } from '../../supabase/errors.ts'
import { type Community, eachField, withHeldChanges } from '../community/fields.ts'
import { stockPhoto } from '../community/images.ts'
import { browserLanguages } from '../community/languages.ts'
import type { Role } from '../community/vocabulary.ts'
import { findChanges, readCommunityDraft, saveCommunityDraft } from './community-draft.ts'
import {
  type CommunityFormMethods,
  type CommunityInput,
  communitySchema,
  type CommunityValues,
  emptyForm,
  type Groups,
  parseLanguages,
} from './community-schema.ts'

export type CommunityFormState = ReturnType<typeof useCommunityForm>

type Options = {
  /** The version with which the dialog opened; null for a new community. */
  openedVersion: Community | null
  role: Role
  /** The key in local storage under which the unsaved input is kept. */
  draftKey: string
}

/** Returns the form of a community, which continues a stored draft, and what the database has of the community. */
export function useCommunityForm({ openedVersion, role, draftKey }: Options) {
  const isNew = openedVersion === null
  const [restoredDraft, setRestoredDraft] = useState(() => readCommunityDraft(draftKey))
  const [id, setId] = useState(() => openedVersion?.id ?? restoredDraft?.id ?? crypto.randomUUID())
  const [step, setStep] = useState(() => restoredDraft?.step ?? 0)
  const [savedVersion, setSavedVersion] = useState(openedVersion)
  const [savedGroups, setSavedGroups] = useState<Groups>([])
  // A new community's draft stays complete until everything is saved: after a reload, saving starts from the beginning.
  const [loadedVersion, setLoadedVersion] = useState(openedVersion)
  const draftBase = isNew ? loadedVersion : savedVersion
  const basedOn = draftBase?.updated_at ?? null
  const unchangedValues = { ...toFormValues(draftBase, role), groups: savedGroups }

  const [schema] = useState(() =>
    communitySchema({
      projectUrl: supabaseUrl,
      isNew,
      isDirectoryLive: import.meta.env.VITE_DIRECTORY === 'live',
    }),
  )
  const form: CommunityFormMethods = useForm({
    resolver: zodResolver(schema),
    defaultValues: { ...unchangedValues, ...restoredDraft?.values },
  })
  // Here, because the field itself is rendered in the background, and could miss the loaded groups.
  const groupFields = useFieldArray({ control: form.control, name: 'groups', keyName: 'key' })
  const changes = () => findChanges(form.getValues(), unchangedValues)

  const groups = useQuery({
    queryKey: ['community_groups', id],
    enabled: !isNew,
    // Loaded once per dialog: a refetch would replace the user's input.
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const stored = supabase.from('community_groups').select('id, name, description')
      const loaded = unwrap(await stored.eq('community_id', id).order('name').abortSignal(signal))
      // Together, because the draft is the difference between the two: closing the form in between would ask to discard it.
      flushSync(() => setSavedGroups(loaded))
      form.setValue('groups', mergeGroups(loaded, form.getValues('groups')))
      return loaded
    },
    meta: { failure: 'Failed to load groups' },
  })

  const resetTo = (values: CommunityInput) => {
    removeDraft(draftKey)
    setRestoredDraft(null)
    form.reset(values)
  }

  return {
    /** The community's id. The draft of a new one keeps it, so that submitting it again cannot list it twice. */
    id,
    form,
    /** The open step of a new community, counted from 0. */
    step,
    setStep,
    /** The community as the database has it; null before a new one is saved. */
    savedVersion,
    setSavedVersion,
    /** The groups as the database has them; empty until they are loaded. */
    savedGroups,
    groupFields,
    groupsQuery: groups,
    addSavedGroup: (group: Groups[number]) =>
      setSavedGroups((others) => [...others.filter((other) => other.id !== group.id), group]),
    removeSavedGroup: (groupId: string) =>
      setSavedGroups((others) => others.filter((other) => other.id !== groupId)),
    /** The draft that was restored when the form opened, until it is discarded. */
    restoredDraft: restoredDraft && {
      savedAt: restoredDraft.savedAt,
      isStale: restoredDraft.basedOn !== (openedVersion?.updated_at ?? null),
    },
    isChanged: () => Object.keys(changes()).length > 0,
    saveDraft: () =>
      saveCommunityDraft(draftKey, {
        id,
        basedOn,
        step: isNew ? step : undefined,
        values: changes(),
      }),
    deleteDraft: () => removeDraft(draftKey),
    startOver: () => {
      if (isNew) setId(crypto.randomUUID())
      setStep(0)
      resetTo(unchangedValues)
    },
    /** Replaces the input with a newer version of the community, and loads its groups. */
    replaceWith: (current: Community) => {
      setSavedVersion(current)
      setLoadedVersion(current)
      setSavedGroups([])
      resetTo(toFormValues(current, role))
      if (!isNew) void groups.refetch()
    },
    /** Gives a new community and its groups other ids, and returns them. */
    renewIds: (values: CommunityValues) => {
      const renewedGroups = values.groups.map((group) => ({ ...group, id: crypto.randomUUID() }))
      const renewed = { id: crypto.randomUUID(), values: { ...values, groups: renewedGroups } }
      setId(renewed.id)
      form.setValue('groups', renewedGroups)
      return renewed
    },
  }
}

/** Returns a community as form values, without its groups. Owners edit their held version, admins the live one. */
function toFormValues(community: Community | null, role: Role): CommunityInput {
  if (!community) return newForm()
  const shown = role === 'owner' ? withHeldChanges(community) : community
  return {
    ...eachField(({ name }) => String(shown[name] ?? '')),
    groups: [],
    requested_place: shown.requested_place,
    may_publish: true,
  }
}

/** The form of a new community: with a stock photo, which follows the category, and the language of the browser. */
function newForm(): CommunityInput {
  const [language = ''] = parseLanguages(browserLanguages().join(','))
  return { ...emptyForm, languages: language, image_url: stockPhoto(undefined) }
}

/** Merges the saved groups with the names and new groups in the form. */
function mergeGroups(saved: Groups, inForm: Groups): Groups {
  const names = new Map(inForm.map(({ id, name }) => [id, name]))
  const savedIds = new Set(saved.map(({ id }) => id))
  return [
    ...saved.map((group) => ({ ...group, name: names.get(group.id) ?? group.name })),
    ...inForm.filter(({ id }) => !savedIds.has(id)),
  ]
}
