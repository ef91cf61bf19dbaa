import { useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../supabase/client.ts'
import { staleVersionCode, unwrap, UserError } from '../../supabase/errors.ts'
import { readStoredSession } from '../../supabase/stored-session.ts'
import { useWrite } from '../data/useWrite.ts'
import {
  type Community,
  communityColumns,
  communityGone,
  type FieldName,
  fieldNames,
  heldOutsideForm,
  withHeldChanges,
} from '../community/fields.ts'
import { offeredPlaces } from '../places/places.ts'
import type { Role } from '../community/vocabulary.ts'
import { type CommunityValues, type Groups, renamedGroups } from './community-schema.ts'
import { savedMessage } from './saved-message.tsx'
import type { CommunityFormState } from './useCommunityForm.ts'

type Options = {
  isNew: boolean
  role: Role
  communityForm: CommunityFormState
  /** Called with the field that the database rejected. */
  onRefused: (field: FieldName) => void
  onSaved: (saved: Community) => void
}

/** Why the last save failed, and so how the user can continue. */
type SaveProblem = { message: string } & (
  | { kind: 'refused'; field: FieldName | undefined }
  /** Another user or tab has saved a newer version since the form was opened. */
  | { kind: 'conflict' }
  /** This new community is stored with other details: another tab sent it, or an earlier attempt before an edit. */
  | { kind: 'already submitted'; submitted: Community }
)

/** Saves the form. Repeating a failed save continues with the remaining steps. */
export function useSaveCommunity({ isNew, role, communityForm, onRefused, onSaved }: Options) {
  const queries = useQueryClient()
  const { id, form, savedVersion, savedGroups } = communityForm

  const saving = useWrite({
    write: (save: Pick<CommunitySave, 'id' | 'values' | 'base' | 'overwrite'>) =>
      saveCommunity({
        ...save,
        role,
        savedGroups,
        onCommunitySaved: communityForm.setSavedVersion,
        onGroupSaved: communityForm.addSavedGroup,
      }),
    success: (saved) => (isNew ? 'Community submitted for review' : savedMessage(saved, role)),
    failure: isNew ? 'Failed to submit community' : 'Failed to update community',
    showReasonIn: 'form',
    onSuccess: onSaved,
    onError: (error) => {
      const field = rejectedField(error)
      if (field) {
        form.setError(field, { message: error.message }, { shouldFocus: true })
        onRefused(field)
      }
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
  const problem = saving.error && toProblem(saving.error, saving.problem ?? '')

  return {
    isPending: saving.isPending || loading.isPending,
    failure: saving.failure,
    problem,
    save: (values: CommunityValues) =>
      saving.run({ id, values, base: savedVersion, overwrite: false }),
    /** After a conflict or an earlier submission: replaces what is stored with the input. */
    overwrite: (values: CommunityValues) => {
      const submitted = problem?.kind === 'already submitted' ? problem.submitted : null
      return saving.run({ id, values, base: savedVersion ?? submitted, overwrite: true })
    },
    /** After an earlier submission: submits the form as another community beside it. */
    submitAsAnother: (values: CommunityValues) =>
      saving.run({ ...communityForm.renewIds(values), base: null, overwrite: false }),
    /** After a conflict: replaces the input with what is stored. */
    loadCurrent: () => void loading.run(),
  }
}

export type CommunitySaver = ReturnType<typeof useSaveCommunity>

function toProblem(error: UserError, message: string): SaveProblem {
  if (error instanceof AlreadySubmittedError) {
    return { kind: 'already submitted', message, submitted: error.submitted }
  }
  if (error.code === staleVersionCode) return { kind: 'conflict', message }
  return { kind: 'refused', message, field: rejectedField(error) }
}

const rejectedField = (error: UserError) => fieldNames.find((name) => name === error.field)

class AlreadySubmittedError extends UserError {
  constructor(readonly submitted: Community) {
    super('You have already submitted this community, with other details.')
  }
}

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
  const community = save.base ? await changeCommunity(save, save.base) : await addCommunity(save)
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

async function addCommunity(save: CommunitySave): Promise<Community> {
  const response = await supabase
    .from('communities')
    .insert({ id: save.id, ...toColumns(save.values) })
    .select(communityColumns)
    // Not `single`, which the embedded backend ignores for a write that embeds other tables.
    .maybeSingle()
  if (response.data) return response.data
  // Whatever the error: an earlier attempt may have been valid, for example until its place was retired.
  return (await findSubmitted(save)) ?? unwrap(response, communityGone)
}

/**
 * Returns the new community if an earlier attempt has stored it although its response was lost.
 *
 * @throws AlreadySubmittedError if it is stored with other details
 */
async function findSubmitted({ id, values }: CommunitySave): Promise<Community | null> {
  const { data } = await supabase
    .from('communities')
    .select(`${communityColumns}, community_groups (id, name, description)`)
    .eq('id', id)
    .maybeSingle()
  if (!data) return null
  const { community_groups: groups, ...community } = data
  // The form may have more groups: they are saved next.
  const hasSameGroups = renamedGroups(groups, values.groups).length === 0
  if (hasSameGroups && isSavedAs(community, values, 'owner')) return community
  throw new AlreadySubmittedError(community)
}

async function changeCommunity(save: CommunitySave, base: Community): Promise<Community> {
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
