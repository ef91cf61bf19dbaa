import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { cleanLine, cleanText } from '../../lib/clean-text.ts'
import { CommunityCard } from '../community/CommunityCard.tsx'
import { offeredPlaces } from '../places/places.ts'
import { allJoinTypes, findCategory } from '../community/vocabulary.ts'
import { parseLanguages, toCount } from './community-schema.ts'
import type { CommunityFormMethods } from './useCommunityForm.ts'

type Props = { form: CommunityFormMethods }

/** For wide screens. */
export function PreviewBeside({ form }: Props) {
  return (
    <section aria-label="Preview" className="sticky top-0 w-80 shrink-0 max-lg:hidden">
      <p aria-hidden="true" className="mb-2 text-sm font-semibold text-ink-soft">
        Preview
      </p>
      <PreviewCard form={form} />
    </section>
  )
}

/** For narrow screens: closed at first. */
export function PreviewBelow({ form }: Props) {
  return (
    <details className="rounded-xl bg-sunken/60 px-4 py-3 lg:hidden">
      <summary className="cursor-pointer font-semibold">Preview</summary>
      <div className="pt-3">
        <PreviewCard form={form} />
      </div>
    </details>
  )
}

/** The card as visitors will see it. Watches the form itself, so that typing does not rerender the whole dialog. */
function PreviewCard({ form }: Props) {
  const values = useWatch({ control: form.control })
  const { data: places } = useQuery(offeredPlaces)
  const requested = cleanLine(values.requested_place ?? '')
  const place = places?.find(({ name }) => name === values.location)

  return (
    <CommunityCard
      community={{
        name: cleanLine(values.name ?? ''),
        description: cleanText(values.description ?? ''),
        // Owners enter a requested place with its country.
        location: requested || values.location,
        country: requested ? undefined : place?.country,
        category: findCategory(values.category),
        join_type: allJoinTypes.find((joinType) => joinType === values.join_type),
        member_count: Math.max(0, Math.trunc(toCount(values.member_count ?? ''))),
        languages: parseLanguages(values.languages ?? ''),
        image_url: values.image_url,
      }}
    />
  )
}
