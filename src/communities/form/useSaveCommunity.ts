import { useState } from 'react'
import { supabase } from '../../supabase/client.ts'
import {
  changedRow,
  hasErrorCode,
  isConnectionProblem,
  toUserError,
  unwrap,
  UserError,
} from '../../supabase/errors.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import type { DraftedForm } from './useDraftedForm.ts'
import type { CommunityValues } from './community-schema.ts'
import { type Community, communityColumns, communityGone, fieldNames } from '../fields.ts'
import { ownVersion } from '../versions.ts'
import type { Role } from '../vocabulary.ts'

type Group = CommunityValues['groups'][number]

export const linkIsListed = 'This WhatsApp link is already listed in the directory.'

type Options = {
  community: Community | null
  role: Role
  drafted: DraftedForm
  onSaved: () => void
  onProblem: (kind: ReturnType<typeof problemOf>, reason: string) => void
}

/** Saves a community and its groups, and goes on from wherever an earlier attempt stopped. */
export function useSaveCommunity({ community, role, drafted, onSaved, onProblem }: Options) {
  const [base, setBase] = useState(community)
  // Each group that is added or deleted may give its community a new `updated_at`.
  const [mayHaveNewVersion, setMayHaveNewVersion] = useState(false)

  const failure = community ? 'Failed to update community' : 'Failed to submit community'

  const saving = useWrite({
    write: async ({ values, over }: { values: CommunityValues; over: boolean }) => {
      try {
        let from = base
        if (over) from = await readStored(drafted.id)
        else if (base && mayHaveNewVersion) from = await catchUp(base)
        const saved = await saveCommunity({ id: drafted.id, values, base: from, role })
        setBase(saved)
        setMayHaveNewVersion(true)
        // The draft of a new community stays whole: after a reload it is saved from the start.
        if (community) drafted.markStored(saved)
        await saveGroups(saved.id, values.groups, drafted)
      } catch (error) {
        throw await explained(error)
      }
    },
    success: community ? 'Community updated successfully' : 'Community submitted for review',
    failure,
    reasonIn: 'form',
    onSuccess: onSaved,
    onError: (error) => onProblem(problemOf(error), error.message),
  })
  const replacing = useWrite({
    write: () => readStored(drafted.id),
    failure: 'Error loading communities',
    reasonIn: 'toast',
    onSuccess: (current) => {
      setBase(current)
      setMayHaveNewVersion(false)
      saving.reset()
      drafted.takeOver(current)
    },
  })

  return {
    /** The version that is edited, or null before a new community is stored. */
    base,
    busy: saving.isPending || replacing.isPending,
    /** What failed in the last save and why, in words, and what to point at. */
    problem: saving.error && {
      failure,
      reason: saving.error.message,
      kind: problemOf(saving.error),
    },
    save: (values: CommunityValues) => saving.run({ values, over: false }),
    /** Lays this edit over whatever somebody else saved meanwhile. */
    saveOver: (values: CommunityValues) => saving.run({ values, over: true }),
    onGroupDeleted: () => setMayHaveNewVersion(true),
    /** Takes the version that somebody else saved as the one to edit. */
    loadCurrent: () => replacing.run(),
  }
}

/** The community as it is stored now; null when it is gone. */
async function readCommunity(id: string): Promise<Community | null> {
  return unwrap(
    await supabase.from('communities').select(communityColumns).eq('id', id).maybeSingle(),
  )
}

async function readStored(id: string): Promise<Community> {
  const current = await readCommunity(id)
  if (!current) throw new UserError(communityGone)
  return current
}

/** The stored version, if it differs from the one saved here only in that its groups moved it on. */
async function catchUp(saved: Community): Promise<Community> {
  const current = await readStored(saved.id)
  const before = new Map<string, unknown>(Object.entries(saved))
  const isSame = Object.entries(current).every(
    ([column, value]) =>
      column === 'updated_at' || JSON.stringify(value) === JSON.stringify(before.get(column)),
  )
  return isSame ? current : saved
}

type Save = {
  /** Made by the page, so that a repeated insert cannot list a community twice. */
  id: string
  values: CommunityValues
  /** The version that the edit started from; null while the community was never saved. */
  base: Community | null
  role: Role
}

async function saveCommunity({ id, values, base, role }: Save): Promise<Community> {
  if (base) return updateCommunity(base, values, role)
  const response = await supabase
    .from('communities')
    .insert({ id, ...formColumns(values) })
    .select(communityColumns)
    .single()
  // A row with this id is this community: an earlier answer was lost on its way.
  const saved = hasErrorCode(response.error, '23505') ? await readCommunity(id) : null
  return saved ? updateCommunity(saved, values, role) : unwrap(response)
}

async function updateCommunity(base: Community, values: CommunityValues, role: Role) {
  // The owner's form shows the held version, so what it does not send again is withdrawn.
  const held = role === 'owner' ? { held_changes: null } : {}
  const response = await supabase
    .from('communities')
    // The database refuses any version but the current one.
    .update({ ...formColumns(values), ...held, updated_at: base.updated_at })
    .eq('id', base.id)
    .select(communityColumns)
    .maybeSingle()
  if (hasErrorCode(response.error, 'PT409')) {
    // The newer version is this very edit, if an earlier answer was lost on its way.
    const current = await readCommunity(base.id)
    if (current && holds(current, values, role)) return current
  }
  return changedRow(response, communityGone)
}

/** Whether a stored community is as the form would save it. */
function holds(community: Community, values: CommunityValues, role: Role): boolean {
  const shown = role === 'owner' ? ownVersion(community) : community
  return fieldNames.every((name) => shown[name] === values[name])
}

function formColumns({ groups: _groups, may_publish: _may, ...columns }: CommunityValues) {
  return columns
}

/** Adds new groups and renames changed ones; those that were saved are not saved again. */
async function saveGroups(communityId: string, groups: Group[], drafted: DraftedForm) {
  for (const group of groups) {
    const stored = drafted.storedGroups().find(({ id }) => id === group.id)
    if (stored?.name === group.name) continue
    // One after the other: which ones were saved stays clear when one of them fails.
    // oxlint-disable-next-line no-await-in-loop
    await saveGroup(communityId, group, stored !== undefined)
    const others = drafted.storedGroups().filter(({ id }) => id !== group.id)
    drafted.setStoredGroups([...others, group])
  }
}

async function saveGroup(communityId: string, group: Group, isStored: boolean): Promise<void> {
  const saved = isStored
    ? (await renameGroup(group)) || (await addGroup(communityId, group))
    : (await addGroup(communityId, group)) || (await renameGroup(group))
  if (!saved) throw new UserError(`The group ${group.name} was not saved. Try again.`)
}

/** False when there is no such group, because somebody deleted it meanwhile. */
async function renameGroup({ id, name, description }: Group): Promise<boolean> {
  const rows = unwrap(
    await supabase.from('community_groups').update({ name, description }).eq('id', id).select('id'),
  )
  return rows.length > 0
}

/** False when the group is there already, because the answer to an earlier attempt was lost. */
async function addGroup(community_id: string, { id, name, description }: Group): Promise<boolean> {
  const rows = unwrap(
    await supabase
      .from('community_groups')
      .upsert({ id, community_id, name, description }, { onConflict: 'id', ignoreDuplicates: true })
      .select('id'),
  )
  return rows.length > 0
}

/** The error, with a message for the dialog where it had none of its own. */
async function explained(error: unknown): Promise<UserError> {
  const userError = toUserError(error)
  if (isConnectionProblem(userError)) return userError
  // Without a session every refusal reads like a missing permission.
  const { data, error: notRenewed } = await supabase.auth.getSession()
  if (isConnectionProblem(notRenewed)) return toUserError(notRenewed)
  if (!data.session) {
    return new UserError(
      'Your session has ended. Sign in again in another tab, then save here once more.',
    )
  }
  // Two saves at the same moment meet the index, whose message is not for people.
  if (userError.code === '23505') return new UserError(linkIsListed, { field: 'whatsapp_link' })
  if (userError.message === '') {
    return new UserError('Nothing was lost: what you typed is still here. Try again.')
  }
  return userError
}

function problemOf({ code, field }: UserError): 'stale' | 'link' | 'image' | 'other' {
  if (field === 'whatsapp_link') return 'link'
  if (field === 'image_url') return 'image'
  return code === 'PT409' ? 'stale' : 'other'
}
