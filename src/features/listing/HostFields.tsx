import { Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { maxHostIntro, maxHostName } from '../../supabase/rules/limits.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import type { CommunityFormMethods } from './community-schema.ts'

/** The host on the community's page: two fields, which an owner who wants to show a host opens. */
export function HostFields({ form }: { form: CommunityFormMethods }) {
  const [name, intro] = useWatch({ control: form.control, name: ['host_name', 'host_intro'] })
  const [isAdding, setIsAdding] = useState(false)
  useEffect(() => {
    if (isAdding) form.setFocus('host_name')
  }, [form, isAdding])
  const isOpen = isAdding || name !== '' || intro !== ''
  const { errors } = form.formState

  const remove = () => {
    setIsAdding(false)
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    form.setValue('host_name', '', options)
    form.setValue('host_intro', '', options)
  }

  return (
    <fieldset className="min-w-0 space-y-3 border-t border-line pt-5">
      <legend className="sr-only">Host</legend>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-48">
          <p aria-hidden="true" className="text-sm font-semibold text-ink">
            Host
          </p>
          <p className="text-sm text-ink-soft">Who welcomes new members, if you want to show it.</p>
        </div>
        {/* The same button, so that it keeps the focus. */}
        <SmallButton
          icon={isOpen ? X : Plus}
          onClick={() => (isOpen ? remove() : setIsAdding(true))}
        >
          <span>{isOpen ? 'Remove host' : 'Show a host'}</span>
        </SmallButton>
      </div>
      {isOpen && (
        <>
          <TextField
            label="Name of the host"
            autoComplete="off"
            limit={maxHostName}
            error={errors.host_name?.message}
            {...form.register('host_name')}
          />
          <TextField
            label="One sentence about the host"
            autoComplete="off"
            limit={maxHostIntro}
            error={errors.host_intro?.message}
            {...form.register('host_intro')}
          />
        </>
      )}
    </fieldset>
  )
}
