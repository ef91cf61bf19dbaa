import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { unwrap } from '../../supabase/errors.ts'
import { supabase } from '../../supabase/client.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState, Notice } from '../../ui/Feedback.tsx'
import { TextField } from '../../ui/Field.tsx'
import { type Groups, maxLength } from './community-schema.ts'
import type { CommunityFormMethods, CommunityFormState } from './useCommunityForm.ts'

export const groupsKey = (communityId: string) => ['community_groups', communityId]

type Props = {
  communityForm: CommunityFormState
  /** A new community has no groups to load. */
  isNew: boolean
}

/** The groups of a community. Saving the form adds and renames them; deleting one takes effect immediately, after a confirmation. */
export function GroupsField({ communityForm, isNew }: Props) {
  const { id, form, savedGroups, setSavedGroups } = communityForm
  const { fields, append, remove, replace } = useFieldArray({
    control: form.control,
    name: 'groups',
    keyName: 'key',
  })
  const loaded = useQuery({
    queryKey: groupsKey(id),
    enabled: !isNew,
    // Loaded once per dialog: a refetch would replace the user's input.
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async () =>
      unwrap(
        await supabase
          .from('community_groups')
          .select('id, name, description')
          .eq('community_id', id)
          .order('name'),
      ),
    meta: { failure: 'Failed to load groups' },
  })
  const isLoading = !isNew && loaded.isPending

  const showLoaded = useEffectEvent(() => {
    if (!loaded.data) return
    setSavedGroups(loaded.data)
    replace(mergeGroups(loaded.data, form.getValues('groups')))
  })
  const loadedAt = loaded.dataUpdatedAt
  useEffect(() => {
    // Depends on the time, because a second load may return the same data.
    if (loadedAt > 0) showLoaded()
  }, [loadedAt])

  const removeGroup = (groupId: string) => {
    setSavedGroups((groups) => groups.filter((group) => group.id !== groupId))
    remove(form.getValues('groups').findIndex((group) => group.id === groupId))
  }

  return (
    // Gets the focus when a group is deleted.
    <fieldset tabIndex={-1} className="min-w-0 space-y-3 border-t border-line pt-5">
      <legend className="sr-only">WhatsApp Groups</legend>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-48">
          <p aria-hidden="true" className="text-sm font-semibold text-ink">
            WhatsApp Groups
          </p>
          <p className="text-sm text-ink-soft">The WhatsApp groups in your community, if any.</p>
        </div>
        {!isLoading && !loaded.isError && (
          <Button
            variant="secondary"
            size="sm"
            icon={Plus}
            onClick={() => append({ id: crypto.randomUUID(), name: '', description: '' })}
          >
            Add Group
          </Button>
        )}
      </div>
      {isLoading && <output className="block text-sm text-ink-soft">Loading...</output>}
      {loaded.isError && (
        <ErrorState
          title="Failed to load groups"
          onRetry={() => void loaded.refetch()}
          isPending={loaded.isFetching}
        />
      )}
      {!isLoading && fields.length > 0 && (
        <ul className="space-y-3">
          {fields.map(({ key, id: groupId }, index) => (
            <GroupRow
              key={key}
              form={form}
              id={groupId}
              index={index}
              isSaved={savedGroups.some((group) => group.id === groupId)}
              onDeleted={() => removeGroup(groupId)}
            />
          ))}
        </ul>
      )}
    </fieldset>
  )
}

type RowProps = {
  form: CommunityFormMethods
  id: string
  index: number
  /** Whether the database has the group. */
  isSaved: boolean
  onDeleted: () => void
}

function GroupRow({ form, id, index, isSaved, onDeleted }: RowProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const deletion = useWrite({
    write: async () => {
      if (isSaved) unwrap(await supabase.from('community_groups').delete().eq('id', id))
    },
    failure: 'Failed to delete group',
    showReasonIn: 'form',
    onSuccess: onDeleted,
  })
  const name = () => form.getValues(`groups.${index}.name`) || `Group ${index + 1}`

  return (
    <li className="space-y-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={`Group name ${index + 1}`}
            autoComplete="off"
            limit={maxLength.groupName}
            error={form.formState.errors.groups?.[index]?.name?.message}
            {...form.register(`groups.${index}.name`)}
          />
        </div>
        <Button
          variant="ghost"
          icon={Trash2}
          isPending={deletion.isPending}
          aria-label={`Delete group ${index + 1}`}
          className="mt-[1.625rem]"
          onClick={() => (isSaved ? setIsConfirming(true) : void deletion.run())}
        />
      </div>
      {isConfirming && (
        <ConfirmDialog
          onClose={() => setIsConfirming(false)}
          title="Delete group"
          confirmLabel="Delete"
          tone="danger"
          onConfirm={() => {
            setIsConfirming(false)
            void deletion.run()
          }}
        >
          <p>Are you sure you want to delete this group? This takes effect immediately.</p>
          <p translate="no" className="mt-2 font-semibold text-ink">
            {name()}
          </p>
        </ConfirmDialog>
      )}
      {deletion.error && (
        <Notice tone="danger">
          <span className="sr-only">Failed to delete group: </span>
          <span>{`${name()} was not deleted. Try again in a moment.`}</span>
        </Notice>
      )}
    </li>
  )
}

/** Merges the saved groups with the names and new groups in the form. */
function mergeGroups(saved: Groups, inForm: Groups): Groups {
  const names = new Map(inForm.map(({ id, name }) => [id, name]))
  const savedIds = new Set(saved.map(({ id }) => id))
  return [
    ...saved.map((group) => ({ ...group, name: names.get(group.id) ?? group.name })),
    ...inForm.filter(({ id }) => !savedIds.has(id)),
  ]
}
