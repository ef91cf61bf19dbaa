import { Deferred } from '../../ui/when-idle.tsx'
import { fieldNames } from '../community/fields.ts'
import type { Role } from '../community/vocabulary.ts'
import {
  CategoryField,
  DescriptionField,
  JoinTypeField,
  MemberCountField,
  NameField,
} from './CommunityFields.tsx'
import { ReviewNotice } from './CommunityNotices.tsx'
import { HostFields } from './HostFields.tsx'
import { GroupsField } from './GroupsField.tsx'
import { ImageField } from './images/ImageField.tsx'
import type { ImageUpload } from './images/useImageUpload.tsx'
import { LanguagesField } from './LanguagesField.tsx'
import { WhatsAppLinkField } from './LinkField.tsx'
import { PlaceField } from './PlaceField.tsx'
import { PreviewCard } from './PreviewCard.tsx'
import type { CommunityFormState } from './useCommunityForm.ts'
import type { LinkCheck } from './useLinkCheck.ts'

type Props = {
  communityForm: CommunityFormState
  linkCheck: LinkCheck
  upload: ImageUpload
  role: Role
}

/** The inputs of an existing community, on one page, with what saving them means for its review. */
export function CommunityForm({ communityForm, linkCheck, upload, role }: Props) {
  const { form, savedVersion: saved } = communityForm
  // In their order on the screen: submitting focuses the invalid field that was registered first, and inputs in child
  // components register later.
  for (const name of fieldNames) form.register(name)

  return (
    <>
      {saved && <ReviewNotice form={form} community={saved} role={role} />}
      <NameField form={form} />
      <DescriptionField form={form} />
      {/* The form is taller than the window. */}
      <Deferred placeholder={<div className="h-dvh" />}>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <PlaceField form={form} saved={saved} />
          <CategoryField form={form} role={role} saved={saved} />
        </div>
        <LanguagesField form={form} isRequired={false} />
        <MemberCountField form={form} live={role === 'owner' ? saved : null} />
        <WhatsAppLinkField form={form} linkCheck={linkCheck} />
        <ImageField form={form} upload={upload} />
        <JoinTypeField form={form} />
        <HostFields form={form} />
        <GroupsField communityForm={communityForm} />
        <details className="rounded-xl bg-sunken/60 px-4 py-3 lg:hidden">
          <summary className="cursor-pointer font-semibold">Preview</summary>
          <div className="pt-3">
            <PreviewCard form={form} />
          </div>
        </details>
      </Deferred>
    </>
  )
}
