import { readItem, readObject, removeItem, writeItem } from '../session/browser-storage.ts'
import type { CommunityInput } from './community-schema.ts'

/** A new community that was not submitted yet, kept on this device for one person. */
export type CommunityDraft = { id: string; savedAt: number; values: Partial<CommunityInput> }

const keyOf = (userId: string) => `community-draft-${userId}`

const textFields = [
  'name',
  'description',
  'location',
  'category',
  'member_count',
  'whatsapp_link',
  'image_url',
  'join_type',
] as const satisfies readonly (keyof CommunityInput)[]

export function writeDraft(userId: string, draft: CommunityDraft): void {
  writeItem('local', keyOf(userId), JSON.stringify(draft))
}

export function removeDraft(userId: string): void {
  removeItem('local', keyOf(userId))
}

/** What was kept, as far as it can be read; older versions may have written something else. */
export function readDraft(userId: string): CommunityDraft | null {
  if (readItem('local', keyOf(userId)) === null) return null
  const kept = readObject('local', keyOf(userId))
  const id = property(kept, 'id')
  const savedAt = property(kept, 'savedAt')
  if (typeof id !== 'string' || typeof savedAt !== 'number') return null

  const stored = property(kept, 'values')
  const values: Partial<CommunityInput> = {}
  for (const field of textFields) {
    const value = property(stored, field)
    if (typeof value === 'string') values[field] = value
  }
  const groups = property(stored, 'groups')
  if (Array.isArray(groups)) values.groups = groups.flatMap(toGroup)
  return { id, savedAt, values }
}

function toGroup(value: unknown): CommunityInput['groups'] {
  const id = property(value, 'id')
  const name = property(value, 'name')
  return typeof id === 'string' && typeof name === 'string' ? [{ id, name, description: '' }] : []
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
