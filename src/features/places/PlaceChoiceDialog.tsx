import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useController, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { isolate } from '../../lib/isolate.ts'
import { useWrite } from '../data/useWrite.ts'
import { Notice } from '../../ui/Feedback.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { LoadState } from '../admin/ListParts.tsx'
import { allPlaces, type PlaceOption } from './place-queries.ts'
import { PlaceSearchField } from './PlaceSearchField.tsx'

const pleaseSelect = 'Please select a place'
const choice = z.object({ id: z.string().check(z.minLength(1, pleaseSelect)) })

type Props = {
  title: string
  description?: string
  label: string
  isOffered: (place: PlaceOption) => boolean
  submitLabel: (chosen: PlaceOption | undefined) => string
  isDangerous?: boolean
  write: (chosen: PlaceOption) => Promise<unknown>
  success?: string
  failure: string
  onClose: () => void
  onSaved: (chosen: PlaceOption) => void
  onError?: () => void
  children?: (chosen: PlaceOption) => ReactElement
}

/** Asks for one of the places. The search also finds alternative names. */
export function PlaceChoiceDialog({
  title,
  description,
  label,
  isOffered,
  submitLabel,
  isDangerous = false,
  onClose,
  onSaved,
  children,
  ...calls
}: Props) {
  const query = useQuery(allPlaces)
  const form = useForm({ resolver: zodResolver(choice), defaultValues: { id: '' } })
  const { field, fieldState } = useController({ control: form.control, name: 'id' })
  const save = useWrite({
    ...calls,
    showReasonIn: 'dialog',
    onSuccess: (_result, place) => onSaved(place),
  })

  const offered = query.data?.filter(isOffered) ?? []
  const chosen = offered.find(({ id }) => id === field.value)

  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={description}
      submitLabel={submitLabel(chosen)}
      submitButton={{ variant: isDangerous ? 'danger' : 'primary' }}
      isPending={save.isPending}
      onSubmit={form.handleSubmit(async () => {
        if (chosen) await save.run(chosen)
        // Another admin has merged or retired it.
        else form.setError('id', { message: pleaseSelect }, { shouldFocus: true })
      })}
    >
      {query.data ? (
        <PlaceSearchField
          label={label}
          prompt="No place selected"
          places={offered.map(toChoice)}
          value={field.value}
          error={fieldState.error?.message}
          inputRef={field.ref}
          onBlur={field.onBlur}
          onChoose={(id) => {
            form.setValue('id', id)
            form.clearErrors()
            save.reset()
          }}
        />
      ) : (
        <LoadState query={query} failure="Error loading places" />
      )}
      {chosen && <div>{children?.(chosen)}</div>}
      {save.problem && <Notice tone="danger">{save.problem}</Notice>}
    </FormDialog>
  )
}

const toChoice = ({ id, name, country, alternative_names, is_active }: PlaceOption) => ({
  value: id,
  name: is_active ? name : `${isolate(name)} (retired)`,
  country,
  otherNames: alternative_names.join(' '),
})
