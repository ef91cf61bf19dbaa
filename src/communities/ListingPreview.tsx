import { useWatch } from 'react-hook-form'
import { ListingCard } from './ListingCard.tsx'
import { toCount } from './listing-schema.ts'
import type { ListingForm } from './useListingForm.ts'
import { allCategories, allJoinTypes, allLocations } from './vocabulary.ts'

/** The card as visitors will see it, following what is typed. Watches the form by itself. */
export function ListingPreview({ form }: { form: ListingForm }) {
  const values = useWatch({ control: form.control })

  return (
    <ListingCard
      listing={{
        name: values.name?.trim(),
        description: values.description?.trim(),
        location: allLocations.find((location) => location === values.location),
        category: allCategories.find((category) => category === values.category),
        join_type: allJoinTypes.find((joinType) => joinType === values.join_type),
        member_count: Math.max(0, Math.trunc(toCount(values.member_count ?? ''))),
        image_url: values.image_url,
      }}
    />
  )
}
