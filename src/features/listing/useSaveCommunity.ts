import { useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../supabase/client.ts'
import { staleVersionCode, toUserError, unwrap, UserError } from '../../supabase/errors.ts'
import { readStoredSession } from '../../supabase/stored-session.ts'
import { useWrite } from '../data/useWrite.ts'
import {
  type Community,
  communityColumns,
  communityGone,
  fieldNames,
  heldOutsideForm,
  withHeldChanges,
} from '../community/fields.ts'
import { offeredPlaces } from '../places/places.ts'
import type { Role } from '../community/vocabulary.ts'
import { type CommunityValues, type Groups, renamedGroups } from './community-schema.ts'
import type { CommunityFormState } from './useCommunityForm.ts'

type Options = {
  isNew: boolean
  role: Role
  communityForm: CommunityFormState
  onSaved: (saved: Community) => void
}

/** Saves the form. Repeating a failed save continues with the remaining steps. */
export function useSaveCommunity({ isNew, role, communityForm, onSaved }: Options) {
  const queries = useQueryClient()
  const { id, form, savedVersion, savedGroups } = communityForm
  const failure = isNew ? 'Failed to submit community' : 'Failed to update community'

  const saving = useWrite({
    write: (save: Pick<CommunitySave, 'id' | 'values' | 'base' | 'overwrite'>) =>
      saveCommunity({
        ...save,
        role,
        savedGroups,
        onCommunitySaved: communityForm.setSavedVersion,
        onGroupSaved: communityForm.addSavedGroup,
      }),
    success: isNew ? 'Community submitted for review' : 'Community updated successfully',
    failure,
    showReasonIn: 'form',
    onSuccess: onSaved,
    onError: (error) => {
      const field = rejectedField(error)
      if (field) form.setError(field, { message: error.message }, { shouldFocus: true })
      // The place was retired or deleted since the list was loaded.
      if (field === 'location') void queries.invalidateQueries({ queryKey: offeredPlaces.queryKey })
    },
  })
  const loading = useWrite({
    write: () => readCommunity(id),
    failure: 'Error loading communities',
    showReasonIn: 'toast',
    onSuccess: (current) => {
      saving.reset()
      communityForm.replaceWith(current)
    },
  })

  const { error } = saving
  /** The community that is stored under this new one's id. */
  const submitted = error instanceof AlreadySubmittedError ? error.submitted : null

  return {
    isPending: saving.isPending || loading.isPending,
    failure,
    problem: saving.problem,
    /** The field that shows the problem. */
    rejectedField: error && rejectedField(error),
    isStale: error?.code === staleVersionCode,
    submitted,
    save: (values: CommunityValues) =>
      saving.run({ id, values, base: savedVersion, overwrite: false }),
    /** Overwrites a version that another user or tab has saved since the form was opened. */
    overwrite: (values: CommunityValues) =>
      saving.run({ id, values, base: savedVersion ?? submitted, overwrite: true }),
    /** Submits the form as another community, beside the one that is already stored. */
    submitAsAnother: (values: CommunityValues) =>
      saving.run({ ...communityForm.renewIds(values), base: null, overwrite: false }),
    loadCurrent: () => void loading.run(),
  }
}

export type CommunitySaver = ReturnType<typeof useSaveCommunity>

const rejectedField = (error: UserError) => fieldNames.find((name) => name === error.field)

export type CommunitySave = {
  /** Generated in the browser, so that repeating the first save cannot add a second community. */
  id: string
  values: CommunityValues
  /** The version that was edited; null while the community was never saved. */
  base: Community | null
  role: Role
  /** Overwrites a newer version of the community instead of failing. */
  overwrite: boolean
  /** The groups as the database has them; only the others are saved. */
  savedGroups: Groups
  onCommunitySaved: (saved: Community) => void
  onGroupSaved: (saved: Groups[number]) => void
}

/** Another version of this new community is stored: another tab sent it, or an earlier attempt before an edit. */
class AlreadySubmittedError extends UserError {
  constructor(readonly submitted: Community) {
    super('You have already submitted this community, with other details.')
  }
}

/**
 * Saves a community, then each new or renamed group, and returns the community. Safe to repeat after any failure:
 * every step can be repeated, and the callbacks report which steps are done.
 *
 * @throws UserError with code PT412 if the community was changed since `base`
 * @throws AlreadySubmittedError if a new community is stored with other details
 */
export async function saveCommunity(save: CommunitySave): Promise<Community> {
  if (!readStoredSession()) {
    // The save would fail with a misleading permission error.
    throw new UserError(
      'Your session has ended. Sign in again in another tab, then save here again.',
    )
  }
  const community = save.base ? await updateCommunity(save, save.base) : await addCommunity(save)
  save.onCommunitySaved(community)
  for (const group of renamedGroups(save.values.groups, save.savedGroups)) {
    // One after the other, so that a failure leaves no group in an unknown state.
    // oxlint-disable-next-line no-await-in-loop
    await saveGroup(community.id, group)
    save.onGroupSaved(group)
  }
  return community
}

export async function readCommunity(id: string): Promise<Community> {
  return unwrap(
    await supabase.from('communities').select(communityColumns).eq('id', id).maybeSingle(),
    communityGone,
  )
}

/** Adds the community. Succeeds if an earlier attempt has stored the same one although its response was lost. */
async function addCommunity({ id, values }: CommunitySave): Promise<Community> {
  const response = await supabase
    .from('communities')
    .insert({ id, ...toColumns(values) })
    .select(communityColumns)
    // Not `single`, which the embedded backend ignores for a write that embeds other tables.
    .maybeSingle()
  if (response.data) return response.data
  // Whatever the error: an earlier attempt may have been valid, for example until its place was retired.
  const stored = await supabase
    .from('communities')
    .select(`${communityColumns}, community_groups (id, name, description)`)
    .eq('id', id)
    .maybeSingle()
  if (!stored.data) throw toUserError(response.error, response.status)
  const { community_groups: groups, ...community } = stored.data
  // The form may have more groups: they are saved next.
  const hasSameGroups = renamedGroups(groups, values.groups).length === 0
  if (hasSameGroups && isSavedAs(community, values, 'owner')) return community
  throw new AlreadySubmittedError(community)
}

async function updateCommunity(save: CommunitySave, base: Community): Promise<Community> {
  const { role, overwrite } = save
  // An approved community keeps its location while its owner waits for another place.
  const location = save.values.location ?? (base.status === 'approved' ? base.location : null)
  const values = { ...save.values, location }
  const response = await supabase
    .from('communities')
    .update({
      ...toColumns(values),
      // An owner edits the held version, so this save replaces it. Admins edit the live version.
      ...(role === 'owner' && { held_changes: overwrite ? null : heldOutsideForm(base) }),
      // The database refuses a save that carries an older version.
      ...(!overwrite && { updated_at: base.updated_at }),
    })
    .eq('id', base.id)
    .select(communityColumns)
    .maybeSingle()
  if (response.error?.code === staleVersionCode) {
    const current = await readCommunity(base.id)
    if (isSavedAs(current, values, role)) return current
  }
  return unwrap(response, communityGone)
}

/** Whether the newer version is this same edit: an earlier attempt was stored, but its response was lost. */
function isSavedAs(current: Community, values: CommunityValues, role: Role): boolean {
  const shown = role === 'owner' ? withHeldChanges(current) : current
  return fieldNames.every((name) => String(shown[name]) === String(values[name]))
}

function toColumns({ groups: _groups, may_publish: _mayPublish, ...columns }: CommunityValues) {
  return columns
}

/** Adds or renames a group. Upserts, because another session may have deleted it, or an earlier attempt stored it. */
async function saveGroup(community_id: string, group: Groups[number]): Promise<void> {
  const { id, name, description } = group
  unwrap(await supabase.from('community_groups').upsert({ id, community_id, name, description }))
}
