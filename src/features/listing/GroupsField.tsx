import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { unwrap } from '../../supabase/errors.ts'
import { supabase } from '../../supabase/client.ts'
import { useWrite } from '../data/useWrite.ts'
import { Button, SmallButton } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState, Notice } from '../../ui/Feedback.tsx'
import { TextField } from '../../ui/Field.tsx'
import { maxGroupName } from '../../supabase/rules/limits.ts'
import type { CommunityFormMethods } from './community-schema.ts'
import type { CommunityFormState } from './useCommunityForm.ts'

/** The groups of a community. Saving the form adds and renames them; deleting one takes effect immediately, after a confirmation. */
export function GroupsField({ communityForm }: { communityForm: CommunityFormState }) {
  const { form, groupFields, savedGroups, removeSavedGroup, groupsQuery } = communityForm
  const { isLoading } = groupsQuery
  const { fields, append, remove } = groupFields
  const removeGroup = (groupId: string) => {
    removeSavedGroup(groupId)
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
        {!isLoading && !groupsQuery.isError && (
          <SmallButton
            icon={Plus}
            onClick={() => append({ id: crypto.randomUUID(), name: '', description: '' })}
          >
            Add Group
          </SmallButton>
        )}
      </div>
      {isLoading && <output className="block text-sm text-ink-soft">Loading...</output>}
      {groupsQuery.isError && <ErrorState title="Failed to load groups" query={groupsQuery} />}
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
            limit={maxGroupName}
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
          subject={name()}
          confirmLabel="Delete"
          tone="danger"
          onConfirm={() => {
            setIsConfirming(false)
            void deletion.run()
          }}
        >
          <p>Are you sure you want to delete this group? This takes effect immediately.</p>
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
