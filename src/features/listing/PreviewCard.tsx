import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { cleanLine, cleanText } from '../../lib/clean-text.ts'
import { CommunityCard } from '../community/CommunityCard.tsx'
import { allJoinTypes, findCategory } from '../community/vocabulary.ts'
import { offeredPlaces } from '../places/places.ts'
import { type CommunityFormMethods, parseLanguages, toCount } from './community-schema.ts'

/** The card as visitors will see it. Watches the form itself, so that typing does not rerender the whole dialog. */
export function PreviewCard({ form }: { form: CommunityFormMethods }) {
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
