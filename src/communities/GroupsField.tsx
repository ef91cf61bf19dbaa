import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { ErrorState, Notice } from '../ui/Feedback.tsx'
import { TextField } from '../ui/Field.tsx'
import type { Groups } from './useGroups.ts'
import type { CommunityForm } from './useCommunityForm.ts'

type Props = { form: CommunityForm; groups: Groups }

/** Adding and renaming wait for the save; deleting a stored group happens at once. */
export function GroupsField({ form, groups }: Props) {
  const [failure, setFailure] = useState('')
  const addButton = useRef<HTMLButtonElement>(null)
  const { fields, deleting } = groups

  const deleteGroup = async (id: string, name: string) => {
    setFailure('')
    if (await groups.deleteGroup(id)) addButton.current?.focus()
    else setFailure(name)
  }

  return (
    <fieldset className="min-w-0 space-y-3 border-t border-line pt-5">
      <legend className="sr-only">WhatsApp Groups</legend>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-48">
          <p aria-hidden="true" className="text-sm font-semibold text-ink">
            WhatsApp Groups
          </p>
          <p className="text-sm text-ink-soft">
            The groups that your community is made of, if any.
          </p>
        </div>
        {!groups.isLoading && !groups.failed && (
          <Button ref={addButton} variant="secondary" size="sm" icon={Plus} onClick={groups.add}>
            Add Group
          </Button>
        )}
      </div>
      {groups.isLoading && <output className="block text-sm text-ink-soft">Loading...</output>}
      {groups.failed && (
        <ErrorState
          title="Failed to load groups"
          onRetry={() => void groups.reload()}
          busy={groups.retrying}
        />
      )}
      {failure && (
        <Notice tone="danger" title="Failed to delete group">
          {failure} is still there. Try again in a moment.
        </Notice>
      )}
      {fields.length > 0 && (
        <ul className="space-y-3">
          {fields.map(({ key, id }, index) => (
            <li key={key} className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <TextField
                  label={`Group name ${index + 1}`}
                  autoComplete="off"
                  error={form.formState.errors.groups?.[index]?.name?.message}
                  {...form.register(`groups.${index}.name`)}
                />
              </div>
              <Button
                variant="ghost"
                icon={Trash2}
                busy={deleting.has(id)}
                aria-label={`Delete group ${index + 1}`}
                className="mt-[1.625rem]"
                onClick={() => {
                  const name = form.getValues(`groups.${index}.name`)
                  void deleteGroup(id, name || `Group ${index + 1}`)
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
