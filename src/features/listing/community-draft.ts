import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { isStored, readObject } from '../../lib/browser-storage.ts'
import { readProperty } from '../../lib/read-property.ts'
import { saveDraft as storeDraft } from '../../lib/stored-draft.ts'
import { toast } from '../../ui/toast.tsx'
import { eachField, fieldNames } from '../community/fields.ts'
import {
  type CommunityFormMethods,
  type CommunityInput,
  renamedGroups,
} from './community-schema.ts'

/* The unsaved input of a community, stored on this device: how it is read, and when it is saved. */

const draftSchema = z.object({
  /** The community's id; a new community will be stored under it. */
  id: z.string(),
  savedAt: z.number(),
  /** `updated_at` of the version that was edited; null for a new community. */
  basedOn: z.nullable(z.string()),
  /** The open step of a new community, counted from 0. Drafts of earlier releases have none. */
  step: z.optional(z.number()),
  /** Only the changed values, so that a restored draft does not revert the others. */
  values: z.partial(
    z.object({
      ...eachField(() => z.string()),
      requested_place: z.nullable(z.string()),
      groups: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
    }),
  ),
})

type CommunityDraft = z.infer<typeof draftSchema>

/** Reads a stored draft. Ignores unknown values: an earlier release may have stored it. */
export function readCommunityDraft(key: string): CommunityDraft | null {
  const { data } = z.safeParse(draftSchema, readObject(key))
  return data && Object.keys(data.values).length > 0 ? data : null
}

type Changes = Omit<CommunityDraft, 'savedAt' | 'values'> & { values: Partial<CommunityInput> }

/** Stores the changes as a draft, or deletes it if there are none. Returns false if this browser stores nothing. */
export function saveCommunityDraft(key: string, { id, basedOn, step, values }: Changes): boolean {
  // The consent is given again before submitting.
  const { may_publish: _mayPublish, ...kept } = values
  const stored = readObject(key)
  const isSame =
    readProperty(stored, 'id') === id &&
    readProperty(stored, 'step') === step &&
    JSON.stringify(readProperty(stored, 'values')) === JSON.stringify(kept)
  // An unchanged draft keeps its time and the version that it is based on.
  return (isSame && isStored(key)) || storeDraft(key, { id, basedOn, step, values: kept })
}

/** Returns the values of the form that differ from the saved ones. */
export function findChanges(input: CommunityInput, saved: CommunityInput): Partial<CommunityInput> {
  const changes: Partial<CommunityInput> = { ...input }
  for (const name of [...fieldNames, 'may_publish'] as const) {
    if (input[name] === saved[name]) delete changes[name]
  }
  const hasSameGroups =
    input.groups.length === saved.groups.length &&
    renamedGroups(input.groups, saved.groups).length === 0
  if (hasSameGroups) delete changes.groups
  return changes
}

type Form = {
  form: CommunityFormMethods
  step: number
  isChanged: () => boolean
  saveDraft: () => boolean
}

/** Saves the draft after each change. A component of its own, so that typing does not render the whole dialog. */
export function DraftSaver({ form, step, saveDraft }: Form) {
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
    if (changes > 0 || step > 0) save()
  }, [changes, step])
  return null
}

/** Saves a draft when Back closes the dialog, and confirms it with a toast. */
export function useDraftOnBack({ isChanged, saveDraft }: Form, isLeaving: RefObject<boolean>) {
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
