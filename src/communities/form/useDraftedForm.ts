import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { readObject, removeItem, writeItem } from '../../lib/browser-storage.ts'
import { supabaseUrl } from '../../supabase/config.ts'
import {
  type CommunityInput,
  communitySchema,
  type CommunityValues,
  emptyForm,
} from './community-schema.ts'
import { type Community, eachField, fieldNames } from '../fields.ts'
import { ownVersion } from '../versions.ts'
import type { Role } from '../vocabulary.ts'

/** What somebody typed and did not save, kept on this device. */
type Draft = {
  /** Of the community; a new one keeps the id it will be stored under. */
  id: string
  savedAt: number
  /** `updated_at` of the version that was edited; null for a new community. */
  basedOn: string | null
  /** Only the changed fields, so that saving the draft does not revert any other. */
  values: Partial<CommunityInput>
}

export type CommunityFormMethods = UseFormReturn<CommunityInput, unknown, CommunityValues>
type Groups = CommunityInput['groups']

/** Milliseconds without a keystroke before what was typed is kept. */
const pause = 400

type Options = {
  /** Null for a new community. */
  community: Community | null
  role: Role
  /** Who types: drafts are kept for each person. */
  userId: string
}

/**
 * The form of a community. What is typed is kept as a draft while the form is open, and is back in the
 * form when it is opened again, also after a reload or another sign-in of the same person.
 */
export function useDraftedForm({ community, role, userId }: Options) {
  const key = draftKey(userId, community?.id)
  const [restored, setRestored] = useState(() => readDraft(key))
  const [id, setId] = useState(() => community?.id ?? restored?.id ?? crypto.randomUUID())
  const [initial] = useState(() => (community ? formValues(community, role) : emptyForm))
  const [schema] = useState(() =>
    communitySchema({ projectUrl: supabaseUrl, isNew: community === null }),
  )
  const form: CommunityFormMethods = useForm({
    resolver: zodResolver(schema),
    defaultValues: { ...initial, ...restored?.values },
  })
  /** What the database has, as the form would show it. Groups join it once they are loaded. */
  const stored = useRef({ values: initial, version: community?.updated_at ?? null })
  /** What the draft holds by now; null when there is none. */
  const kept = useRef(restored && JSON.stringify(changesIn(form.getValues(), initial)))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stopWaiting = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const isChanged = () => Object.keys(changesIn(form.getValues(), stored.current.values)).length > 0
  const forget = () => {
    stopWaiting()
    kept.current = null
    removeItem('local', key)
  }
  /** Returns false when this browser keeps nothing. */
  const keep = () => {
    stopWaiting()
    const { values, version } = stored.current
    const changes = changesIn(form.getValues(), values)
    const text = JSON.stringify(changes)
    if (text === kept.current) return true
    if (text === '{}') {
      // Not the draft that another tab may have written.
      if (kept.current !== null) forget()
      return true
    }
    const draft: Draft = { id, savedAt: Date.now(), basedOn: version, values: changes }
    writeItem('local', key, JSON.stringify(draft))
    if (readObject('local', key) === null) return false
    kept.current = text
    return true
  }
  const replaceWith = (values: CommunityInput) => {
    forget()
    setRestored(null)
    form.reset(values)
  }

  const keepNow = useEffectEvent(keep)
  useEffect(() => {
    const later = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(keepNow, pause)
    }
    const now = () => {
      if (timer.current !== undefined) keepNow()
    }
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: later })
    window.addEventListener('pagehide', now)
    return () => {
      unsubscribe()
      now()
      window.removeEventListener('pagehide', now)
    }
  }, [form])

  return {
    /** The id that the community has, or will have: saving a draft twice cannot list it twice. */
    id,
    form,
    /** The draft that was found when the form opened, until it is thrown away. */
    draft: restored && {
      savedAt: restored.savedAt,
      isStale: restored.basedOn !== (community?.updated_at ?? null),
    },
    isChanged,
    keep,
    forget,
    startOver: () => {
      if (!community) setId(crypto.randomUUID())
      replaceWith(stored.current.values)
    },
    /** Takes a newer version of the community into the form, in the place of what was typed. */
    takeOver: (current: Community) => {
      stored.current = { values: formValues(current, role), version: current.updated_at }
      replaceWith(stored.current.values)
    },
    /** An edit was stored, its groups not yet. */
    markStored: (current: Community) => {
      const { groups } = stored.current.values
      stored.current = {
        values: { ...formValues(current, role), groups },
        version: current.updated_at,
      }
    },
    storedGroups: (): Groups => stored.current.values.groups,
    setStoredGroups: (groups: Groups) => {
      stored.current = { ...stored.current, values: { ...stored.current.values, groups } }
    },
  }
}

export type DraftedForm = ReturnType<typeof useDraftedForm>

/**
 * A community in the form, without its groups. Owners go on from their own latest version, admins from
 * the live one.
 */
function formValues(community: Community, role: Role): CommunityInput {
  const shown = role === 'owner' ? ownVersion(community) : community
  return { ...eachField(({ name }) => String(shown[name])), groups: [], may_publish: true }
}

function changesIn(typed: CommunityInput, stored: CommunityInput): Partial<CommunityInput> {
  const changes: Partial<CommunityInput> = {}
  for (const name of fieldNames) {
    if (typed[name] !== stored[name]) changes[name] = typed[name]
  }
  if (!haveSameNames(typed.groups, stored.groups)) changes.groups = typed.groups
  if (typed.may_publish !== stored.may_publish) changes.may_publish = typed.may_publish
  return changes
}

function haveSameNames(one: Groups, other: Groups): boolean {
  const names = new Map(other.map(({ id, name }) => [id, name]))
  return one.length === names.size && one.every(({ id, name }) => names.get(id) === name)
}

const draftKey = (userId: string, communityId: string | undefined) =>
  ['community-draft', userId, communityId].filter(Boolean).join('-')

/** What was kept, as far as it can be read: an earlier release may have written something else. */
function readDraft(key: string): Draft | null {
  const kept = readObject('local', key)
  const id = property(kept, 'id')
  const savedAt = property(kept, 'savedAt')
  if (typeof id !== 'string' || typeof savedAt !== 'number') return null

  const basedOn = property(kept, 'basedOn')
  const stored = property(kept, 'values')
  const values: Partial<CommunityInput> = {}
  for (const field of fieldNames) {
    const value = property(stored, field)
    if (typeof value === 'string') values[field] = value
  }
  const groups = property(stored, 'groups')
  if (Array.isArray(groups)) values.groups = groups.flatMap(toGroup)
  if (Object.keys(values).length === 0) return null
  return { id, savedAt, basedOn: typeof basedOn === 'string' ? basedOn : null, values }
}

function toGroup(value: unknown): Groups {
  const id = property(value, 'id')
  const name = property(value, 'name')
  return typeof id === 'string' && typeof name === 'string' ? [{ id, name, description: '' }] : []
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
