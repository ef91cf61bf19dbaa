import * as z from 'zod/mini'
import { readObject } from '../../lib/browser-storage.ts'
import { readProperty } from '../../lib/read-property.ts'
import { removeDraft, writeDraft } from '../../lib/stored-draft.ts'
import { eachField, fieldNames } from '../fields.ts'
import type { CommunityInput, Groups } from './community-schema.ts'

/* Unsaved input of the form, stored in this browser. */

const draftSchema = z.object({
  /** The community's id; a new community will be stored under it. */
  id: z.string(),
  savedAt: z.number(),
  /** `updated_at` of the version that was edited; null for a new community. */
  basedOn: z.nullable(z.string()),
  /** Only the changed values, so that a restored draft does not revert the others. */
  values: z.partial(
    z.object({
      ...eachField(() => z.string()),
      is_place_requested: z.boolean(),
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
export function saveCommunityDraft(key: string, { id, basedOn, values }: Changes): boolean {
  // The consent is given again before submitting.
  const { may_publish: _mayPublish, ...kept } = values
  if (Object.keys(kept).length === 0) {
    removeDraft(key)
    return true
  }
  const stored = readObject(key)
  const isStored =
    readProperty(stored, 'id') === id &&
    JSON.stringify(readProperty(stored, 'values')) === JSON.stringify(kept)
  // An unchanged draft keeps its time and the version that it is based on.
  return isStored || writeDraft(key, { id, savedAt: Date.now(), basedOn, values: kept })
}

/** Returns the values that differ from the saved ones. */
export function changedValues(input: CommunityInput, saved: CommunityInput) {
  const changes: Partial<CommunityInput> = {}
  for (const name of fieldNames) {
    if (input[name] !== saved[name]) changes[name] = input[name]
  }
  for (const name of ['is_place_requested', 'may_publish'] as const) {
    if (input[name] !== saved[name]) changes[name] = input[name]
  }
  if (!haveSameNames(input.groups, saved.groups)) changes.groups = input.groups
  return changes
}

function haveSameNames(one: Groups, other: Groups): boolean {
  const names = new Map(other.map(({ id, name }) => [id, name]))
  return one.length === names.size && one.every(({ id, name }) => names.get(id) === name)
}
