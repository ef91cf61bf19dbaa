import { SelectField, TextArea, TextField } from '../ui/Field.tsx'
import { MemberCountField } from './MemberCountField.tsx'
import { ImageField } from './ImageField.tsx'
import type { CommunityForm } from './useCommunityForm.ts'
import type { ImageUpload } from './images/useImageUpload.tsx'
import {
  allJoinTypes,
  type Category,
  categoriesFor,
  joinTypeLabels,
  locationsByCountry,
  type Role,
} from './vocabulary.ts'
import { WhatsAppLinkField } from './WhatsAppLinkField.tsx'

type Props = {
  form: CommunityForm
  upload: ImageUpload
  communityId: string
  role: Role
  /** The category that the community has had so far. */
  category: Category | undefined
}

/** The fields of specification, section 2, but for the groups. */
export function CommunityFields({ form, upload, communityId, role, category }: Props) {
  const { errors } = form.formState

  return (
    <>
      <TextField
        label="Community Name"
        required
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextArea
        label="Description"
        required
        error={errors.description?.message}
        {...form.register('description')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Location"
          required
          error={errors.location?.message}
          {...form.register('location')}
        >
          <option value="">Select a location</option>
          {locationsByCountry.map(({ country, locations }) => (
            <optgroup key={country} label={country}>
              {locations.map((location) => (
                <option key={location}>{location}</option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <SelectField
          label="Category"
          required
          error={errors.category?.message}
          {...form.register('category')}
        >
          <option value="">Select a category</option>
          {categoriesFor(role, category).map((offered) => (
            <option key={offered}>{offered}</option>
          ))}
        </SelectField>
      </div>
      <MemberCountField form={form} />
      <WhatsAppLinkField form={form} communityId={communityId} />
      <ImageField form={form} upload={upload} />
      <SelectField
        label="Join Type"
        hint="Request to Join is for communities where WhatsApp’s ‘Approve new participants’ is on."
        error={errors.join_type?.message}
        {...form.register('join_type')}
      >
        {allJoinTypes.map((joinType) => (
          <option key={joinType} value={joinType}>
            {joinTypeLabels[joinType]}
          </option>
        ))}
      </SelectField>
    </>
  )
}
