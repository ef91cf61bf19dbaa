import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { staleVersionCode, type UserError } from '../../supabase/errors.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { NewerVersionButtons } from '../../ui/NewerVersionButtons.tsx'
import { fieldNames } from '../fields.ts'
import type { ImageUpload } from '../images/useImageUpload.tsx'
import { offeredPlaces } from '../places.ts'
import type { Role } from '../vocabulary.ts'
import { type CommunityValues, savedValue } from './community-schema.ts'
import {
  AlreadySubmittedError,
  type CommunitySave,
  readCommunity,
  saveCommunity,
} from './save-community.ts'
import type { CommunityFormMethods, CommunityFormState } from './useCommunityForm.ts'

type Options = {
  isNew: boolean
  role: Role
  communityForm: CommunityFormState
  onSaved: () => void
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
    error,
    problem: saving.problem,
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

const rejectedField = (error: UserError) => fieldNames.find((name) => name === error.field)

/** Shows the number that saving would read from the input. */
export function normalizeMemberCount(form: CommunityFormMethods) {
  const input = form.getValues('member_count')
  const count = String(savedValue('member_count', input))
  if (count !== input) form.setValue('member_count', count, { shouldDirty: true })
}

type NoticeProps = {
  saver: ReturnType<typeof useSaveCommunity>
  form: CommunityFormMethods
  upload: ImageUpload
}

/**
 * Shows why the save failed, and how to continue; only to screen readers if the field shows the reason. They also need
 * `failure` here, because they cannot reach the toast behind the dialog.
 */
export function SaveProblemNotice({ saver, form, upload }: NoticeProps) {
  const input = useWatch({ control: form.control, name: 'whatsapp_link' })
  const { failure, error, problem, submitted } = saver
  if (!error) return null

  const isStale = error.code === staleVersionCode
  const isPending = saver.isPending || upload.isPending
  const isSameLink = submitted?.whatsapp_link === savedValue('whatsapp_link', input)
  const loadCurrent = () => {
    upload.cancel()
    saver.loadCurrent()
  }
  const overwrite = () => void form.handleSubmit(saver.overwrite)()

  return (
    <Notice tone="danger" className={rejectedField(error) ? 'sr-only' : 'basis-full'}>
      <p>
        <span className="sr-only">{`${failure}: `}</span>
        <span>{problem}</span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        <NewerVersionButtons
          isPending={isPending}
          onLoad={isStale && loadCurrent}
          onSaveMine={(isStale || isSameLink) && overwrite}
        />
        {submitted && !isSameLink && (
          <SmallButton
            isPending={isPending}
            onClick={() => void form.handleSubmit(saver.submitAsAnother)()}
          >
            Submit as another community
          </SmallButton>
        )}
      </div>
    </Notice>
  )
}
