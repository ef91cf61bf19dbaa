import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { staleVersionCode, type UserError } from '../../supabase/errors.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { type Community, type FieldName, fieldNames } from '../fields.ts'
import { offeredPlaces } from '../places.ts'
import type { Role } from '../vocabulary.ts'
import type { CommunityValues } from './community-schema.ts'
import { AlreadySubmittedError, readCommunity, saveCommunity } from './save-community.ts'
import type { DraftedForm } from './useDraftedForm.ts'

type Options = {
  community: Community | null
  role: Role
  drafted: DraftedForm
  onSaved: () => void
  onFieldError: (field: FieldName, message: string) => void
}

type Attempt = {
  id: string
  values: CommunityValues
  base: Community | null
  overwrite: boolean
}

/** Saves the form. Repeating a failed save continues with the remaining steps. */
export function useSaveCommunity({ community, role, drafted, onSaved, onFieldError }: Options) {
  const queries = useQueryClient()
  const [base, setBase] = useState(community)
  const failure = community ? 'Failed to update community' : 'Failed to submit community'

  const saving = useWrite({
    write: (attempt: Attempt) =>
      saveCommunity({
        ...attempt,
        role,
        storedGroups: drafted.storedGroups(),
        onCommunityStored: (stored) => {
          setBase(stored)
          // A new community's draft stays complete: after a reload, saving starts from the beginning.
          if (community) drafted.markStored(stored)
        },
        onGroupStored: drafted.markGroupStored,
      }),
    success: community ? 'Community updated successfully' : 'Community submitted for review',
    failure,
    reasonIn: 'form',
    onSuccess: onSaved,
    onError: (error) => {
      const field = rejectedField(error)
      if (field) onFieldError(field, error.message)
      // The place was retired or deleted since the list was loaded.
      if (field === 'location') void queries.invalidateQueries({ queryKey: offeredPlaces.queryKey })
    },
  })
  const loading = useWrite({
    write: () => readCommunity(drafted.id),
    failure: 'Error loading communities',
    reasonIn: 'toast',
    onSuccess: (current) => {
      setBase(current)
      saving.reset()
      drafted.replaceWith(current)
    },
  })

  const { error } = saving
  /** What is stored in place of this new community. */
  const submitted = error instanceof AlreadySubmittedError ? error.stored : null
  const save = (values: CommunityValues) =>
    saving.run({ id: drafted.id, values, base, overwrite: false })

  return {
    /** The stored version that the form edits; null before a new community is stored. */
    base,
    isPending: saving.isPending || loading.isPending,
    /** Why the last save failed. */
    problem: error && {
      failure,
      reason: saving.problem ?? '',
      /** A newer version is stored. */
      isStale: error.code === staleVersionCode,
      submitted,
      /** The reason is shown next to a field. */
      isAtField: rejectedField(error) !== undefined,
    },
    save,
    /** Overwrites a version that another user or tab has saved since the form was opened. */
    overwrite: (values: CommunityValues) =>
      saving.run({ id: drafted.id, values, base: base ?? submitted, overwrite: true }),
    /** Submits the form as another community than the one that is already stored. */
    submitAsAnother: (values: CommunityValues) =>
      saving.run({ ...drafted.renewIds(values), base: null, overwrite: false }),
    /** Replaces the form with the current version. */
    loadCurrent: () => loading.run(),
  }
}

export type SaveProblem = NonNullable<ReturnType<typeof useSaveCommunity>['problem']>

const rejectedField = (error: UserError) => fieldNames.find((name) => name === error.field)
