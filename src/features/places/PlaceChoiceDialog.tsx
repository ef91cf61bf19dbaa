import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { isolate } from '../../lib/isolate.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { groupByCountry } from './places.ts'
import { useWrite } from '../data/useWrite.ts'
import { Notice } from '../../ui/Feedback.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { formatCountOf } from '../../ui/format.ts'
import { LoadState } from '../admin/ListParts.tsx'
import { plainName } from './cities.ts'
import { allPlaces, type ListedPlace, type PlaceOption, reloadPlaces } from './place-queries.ts'

/** More places than this have a search. */
const maxWithoutSearch = 12

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

/** Asks for one of the places, by country. The search also finds alternative names. */
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
  const [search, setSearch] = useState('')
  const form = useForm({ resolver: zodResolver(choice), defaultValues: { id: '' } })
  const chosenId = useWatch({ control: form.control, name: 'id' })
  const save = useWrite({
    ...calls,
    showReasonIn: 'dialog',
    onSuccess: (_result, place) => onSaved(place),
  })

  const offered = query.data?.filter(isOffered) ?? []
  const found = offered.filter((place) => matches(place, search) || place.id === chosenId)
  const chosen = offered.find(({ id }) => id === chosenId)

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
      {offered.length > maxWithoutSearch && (
        <div className="space-y-1">
          <TextField
            label="Search places"
            type="search"
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <p role="status" className="text-sm text-ink-soft">
            {search && formatCountOf(found.length, 'place matches', 'places match')}
          </p>
        </div>
      )}
      {query.data ? (
        <SelectField
          label={label}
          required
          error={form.formState.errors.id?.message}
          {...form.register('id', { onChange: save.reset })}
        >
          <option value="">Select a place</option>
          {groupByCountry(found).map(({ country, places }) => (
            <optgroup key={country} label={country}>
              {places.map(({ id, name, is_active }) => (
                <option dir="auto" key={id} value={id}>
                  {is_active ? name : `${isolate(name)} (retired)`}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
      ) : (
        <LoadState query={query} failure="Error loading places" />
      )}
      {chosen && <div>{children?.(chosen)}</div>}
      {save.problem && <Notice tone="danger">{save.problem}</Notice>}
    </FormDialog>
  )
}

const matches = ({ name, alternative_names, country }: PlaceOption, search: string) =>
  [name, ...alternative_names, country].some((text) => plainName(text).includes(plainName(search)))

type MergeProps = {
  place: ListedPlace
  onClose: () => void
  onMerged: (kept: PlaceOption) => void
}

/** Merges a place into another one. */
export function MergePlaceDialog({ place, onClose, onMerged }: MergeProps) {
  const queries = useQueryClient()
  return (
    <PlaceChoiceDialog
      title={`Merge ${isolate(place.name)} into another place`}
      label="Keep this place"
      isOffered={({ id }) => id !== place.id}
      submitLabel={(kept) => (kept ? `Merge into ${isolate(kept.name)}` : 'Merge')}
      isDangerous
      write={async (kept) => {
        unwrap(await supabase.rpc('merge_places', { merged_id: place.id, kept_id: kept.id }))
        await reloadPlaces(queries)
      }}
      failure="Failed to merge places"
      onClose={onClose}
      onSaved={onMerged}
    >
      {(kept) => (
        <Notice tone="warning" title={describeMove(place.communities, kept.name)}>
          <p>
            {`${isolate(place.name)} is then deleted. Its name becomes an alternative name of ${isolate(kept.name)}, so old links and searches keep working. This can't be undone.`}
          </p>
          {!kept.is_active && <p>{`${isolate(kept.name)} is retired: owners can't choose it.`}</p>}
        </Notice>
      )}
    </PlaceChoiceDialog>
  )
}

function describeMove(communities: number, kept: string): string {
  return communities === 0
    ? 'No communities are listed there'
    : `${formatCountOf(communities, 'community moves', 'communities move')} to ${kept}`
}
