import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { readObject } from '../../lib/browser-storage.ts'
import { readProperty } from '../../lib/read-property.ts'
import { removeDraft, writeDraft } from '../../lib/stored-draft.ts'
import { supabaseUrl } from '../../supabase/config.ts'
import { type Community, eachField, fieldNames } from '../fields.ts'
import { withHeldChanges } from '../held-changes.ts'
import type { Role } from '../vocabulary.ts'
import {
  type CommunityInput,
  communitySchema,
  type CommunityValues,
  emptyForm,
} from './community-schema.ts'

/** Unsaved input, stored in this browser. */
type Draft = {
  /** The community's id; a new community will be stored under it. */
  id: string
  savedAt: number
  /** `updated_at` of the version that was edited; null for a new community. */
  basedOn: string | null
  /** Only the changed fields, so that a restored draft does not revert the others. */
  values: Partial<CommunityInput>
}

export type CommunityFormMethods = UseFormReturn<CommunityInput, unknown, CommunityValues>
type Groups = CommunityInput['groups']

const debounceMs = 400

type Options = {
  /** Null for a new community. */
  community: Community | null
  role: Role
  draftKey: string
}

/** Returns the form of a community. Stores unsaved input as a draft, and restores it when the form opens again. */
export function useDraftedForm({ community, role, draftKey }: Options) {
  const [restored, setRestored] = useState(() => readDraft(draftKey))
  const [id, setId] = useState(() => community?.id ?? restored?.id ?? crypto.randomUUID())
  const [initial] = useState(() => (community ? formValues(community, role) : emptyForm))
  const [schema] = useState(() =>
    communitySchema({
      projectUrl: supabaseUrl,
      isNew: community === null,
      isDirectoryLive: import.meta.env.VITE_DIRECTORY === 'live',
    }),
  )
  const form: CommunityFormMethods = useForm({
    resolver: zodResolver(schema),
    defaultValues: { ...initial, ...restored?.values },
  })
  /** The stored community as form values. Its groups are added once they are loaded. */
  const stored = useRef({ values: initial, version: community?.updated_at ?? null })
  /** The changes in the stored draft, as JSON; null if there is no draft. */
  const draftText = useRef(restored && JSON.stringify(changesIn(form.getValues(), initial)))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stopTimer = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const isChanged = () => Object.keys(changesIn(form.getValues(), stored.current.values)).length > 0
  const deleteDraft = () => {
    stopTimer()
    draftText.current = null
    removeDraft(draftKey)
  }
  /** Returns false if this browser does not store anything. */
  const saveDraft = () => {
    stopTimer()
    const { values, version } = stored.current
    const changes = changesIn(form.getValues(), values)
    const text = JSON.stringify(changes)
    // Signing out in another tab deletes it.
    if (text === draftText.current && readObject(draftKey) !== null) return true
    if (text === '{}') {
      deleteDraft()
      return true
    }
    const draft: Draft = { id, savedAt: Date.now(), basedOn: version, values: changes }
    if (!writeDraft(draftKey, draft)) return false
    draftText.current = text
    return true
  }
  const setStoredGroups = (groups: Groups) => {
    stored.current = { ...stored.current, values: { ...stored.current.values, groups } }
  }
  const resetTo = (values: CommunityInput) => {
    deleteDraft()
    setRestored(null)
    form.reset(values)
  }

  const saveDraftNow = useEffectEvent(saveDraft)
  useEffect(() => {
    const saveSoon = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(saveDraftNow, debounceMs)
    }
    const savePending = () => {
      if (timer.current !== undefined) saveDraftNow()
    }
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: saveSoon })
    window.addEventListener('pagehide', savePending)
    return () => {
      unsubscribe()
      savePending()
      window.removeEventListener('pagehide', savePending)
    }
  }, [form])

  return {
    /** The community's id. The draft of a new one keeps it, so that submitting it again cannot list it twice. */
    id,
    form,
    /** The draft that was restored when the form opened, until it is discarded. */
    draft: restored && {
      savedAt: restored.savedAt,
      isStale: restored.basedOn !== (community?.updated_at ?? null),
    },
    isChanged,
    saveDraft,
    deleteDraft,
    startOver: () => {
      if (!community) setId(crypto.randomUUID())
      resetTo(stored.current.values)
    },
    /** Gives a new community and its groups other ids, and returns them. */
    renewIds: (values: CommunityValues) => {
      const renewed = {
        id: crypto.randomUUID(),
        values: { ...values, groups: values.groups.map(withNewId) },
      }
      setId(renewed.id)
      form.setValue('groups', renewed.values.groups)
      return renewed
    },
    /** Replaces the form with a newer version of the community. */
    replaceWith: (current: Community) => {
      stored.current = { values: formValues(current, role), version: current.updated_at }
      resetTo(stored.current.values)
    },
    /** Call once the community is stored, before its groups are. */
    markStored: (current: Community) => {
      const { groups } = stored.current.values
      stored.current = {
        values: { ...formValues(current, role), groups },
        version: current.updated_at,
      }
    },
    storedGroups: (): Groups => stored.current.values.groups,
    setStoredGroups,
    markGroupStored: (group: Groups[number]) => {
      const others = stored.current.values.groups.filter(({ id: otherId }) => otherId !== group.id)
      setStoredGroups([...others, group])
    },
  }
}

export type DraftedForm = ReturnType<typeof useDraftedForm>

const withNewId = (group: Groups[number]) => ({ ...group, id: crypto.randomUUID() })

/** Returns a community as form values, without its groups. Owners edit their held version, admins the live one. */
function formValues(community: Community, role: Role): CommunityInput {
  const shown = role === 'owner' ? withHeldChanges(community) : community
  return {
    ...eachField(({ name }) => String(shown[name] ?? '')),
    groups: [],
    is_place_requested: shown.requested_place !== null,
    may_publish: true,
  }
}

function changesIn(input: CommunityInput, stored: CommunityInput): Partial<CommunityInput> {
  const changes: Partial<CommunityInput> = {}
  for (const name of fieldNames) {
    if (input[name] !== stored[name]) changes[name] = input[name]
  }
  if (!haveSameNames(input.groups, stored.groups)) changes.groups = input.groups
  if (input.may_publish !== stored.may_publish) changes.may_publish = input.may_publish
  return changes
}

function haveSameNames(one: Groups, other: Groups): boolean {
  const names = new Map(other.map(({ id, name }) => [id, name]))
  return one.length === names.size && one.every(({ id, name }) => names.get(id) === name)
}

/** Reads the stored draft. Ignores unknown fields: an earlier release may have stored it. */
function readDraft(key: string): Draft | null {
  const draft = readObject(key)
  const id = readProperty(draft, 'id')
  const savedAt = readProperty(draft, 'savedAt')
  if (typeof id !== 'string' || typeof savedAt !== 'number') return null

  const basedOn = readProperty(draft, 'basedOn')
  const stored = readProperty(draft, 'values')
  const values: Partial<CommunityInput> = {}
  for (const field of fieldNames) {
    const value = readProperty(stored, field)
    if (typeof value === 'string') values[field] = value
  }
  if (values.requested_place !== undefined) {
    values.is_place_requested = values.requested_place !== ''
  }
  const groups = readProperty(stored, 'groups')
  if (Array.isArray(groups)) values.groups = groups.flatMap(toGroup)
  if (Object.keys(values).length === 0) return null
  return { id, savedAt, basedOn: typeof basedOn === 'string' ? basedOn : null, values }
}

function toGroup(value: unknown): Groups {
  const id = readProperty(value, 'id')
  const name = readProperty(value, 'name')
  return typeof id === 'string' && typeof name === 'string' ? [{ id, name, description: '' }] : []
}
