import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { SaveProblem } from '../data/SaveProblem.tsx'
import { useWrite } from '../data/useWrite.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import {
  emptyPlace,
  findInvalidField,
  isPlaceField,
  type PlaceInput,
  placeInput,
  placeSchema,
  type PlaceValues,
} from './place-form.ts'
import {
  type EditablePlace,
  insertPlace,
  readPlace,
  reloadPlaces,
  updatePlace,
} from './place-queries.ts'
import { CityDataCredit, PlaceFormFields } from './PlaceFormFields.tsx'

type Props = {
  /** The place to edit. Without one, the dialog adds a place. */
  edited?: EditablePlace
  initial?: PlaceInput
  /** Another way to answer, beside the buttons. */
  alternative?: ReactElement
  onClose: () => void
  onSaved: (name: string) => void
}

export function PlaceFormDialog(props: Props) {
  const { edited, initial = emptyPlace, alternative, onClose, onSaved } = props
  const queries = useQueryClient()
  // The version that the form shows. Changes when the admin loads another admin's version.
  const [loaded, setLoaded] = useState(edited)
  const form = useForm({
    resolver: zodResolver(placeSchema),
    defaultValues: edited ? placeInput(edited) : initial,
  })

  const submit = useRef<HTMLButtonElement>(null)
  const invalid = edited ? 'name' : findInvalidField(initial)

  const save = useWrite({
    write: async (place: PlaceValues) => {
      const name = await (loaded ? updatePlace(loaded, place) : insertPlace(place))
      await reloadPlaces(queries)
      return name
    },
    failure: loaded ? 'Failed to update place' : 'Failed to add place',
    showReasonIn: 'dialog',
    onSuccess: onSaved,
    onError: ({ field, message }) => {
      if (isPlaceField(field)) form.setError(field, { message }, { shouldFocus: true })
    },
  })

  return (
    <FormDialog
      onClose={onClose}
      title={edited ? 'Edit place' : 'Add place'}
      description={loaded?.name}
      // If everything is filled in, Enter is enough.
      initialFocus={() => (invalid ? form.setFocus(invalid) : submit.current?.focus())}
      submitLabel={edited ? 'Save Changes' : 'Add place'}
      submitButton={{ ref: submit }}
      isPending={save.isPending}
      footnote={
        <div className="mr-auto self-center max-sm:w-full">
          <CityDataCredit />
          {alternative}
        </div>
      }
      onSubmit={form.handleSubmit(save.run)}
      onChange={save.reset}
    >
      <PlaceFormFields form={form} isNew={!edited} onChoose={save.reset} />
      <SaveProblem
        save={save}
        isInField={isPlaceField(save.error?.field)}
        read={{
          write: () => readPlace(loaded?.id ?? ''),
          failure: 'Failed to load this place',
          onSuccess: (current) => {
            setLoaded(current)
            save.reset()
            form.reset(placeInput(current))
          },
        }}
      />
    </FormDialog>
  )
}
