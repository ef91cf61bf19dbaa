import { useWatch } from 'react-hook-form'
import { CommunityCard } from './CommunityCard.tsx'
import { toCount } from './community-schema.ts'
import type { CommunityForm } from './useCommunityForm.ts'
import { allCategories, allJoinTypes, allLocations } from './vocabulary.ts'

/** The card as visitors will see it, following what is typed. Watches the form by itself. */
export function CommunityPreview({ form }: { form: CommunityForm }) {
  const values = useWatch({ control: form.control })

  return (
    <CommunityCard
      community={{
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
