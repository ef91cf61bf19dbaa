import { useId } from 'react'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/Feedback.tsx'
import type { Role } from '../community/vocabulary.ts'
import {
  CategoryField,
  DescriptionField,
  JoinTypeField,
  MemberCountField,
  NameField,
  PublishConsent,
} from './CommunityFields.tsx'
import { HostFields } from './HostFields.tsx'
import { GroupsField } from './GroupsField.tsx'
import { ImageField } from './images/ImageField.tsx'
import type { ImageUpload } from './images/useImageUpload.tsx'
import { LanguagesField } from './LanguagesField.tsx'
import { NewLinkField } from './LinkField.tsx'
import { PlaceField } from './PlaceField.tsx'
import { PreviewCard } from './PreviewCard.tsx'
import type { CommunityFormState } from './useCommunityForm.ts'
import type { FormSteps } from './useFormSteps.ts'
import type { LinkCheck } from './useLinkCheck.ts'

type Props = {
  communityForm: CommunityFormState
  steps: FormSteps
  linkCheck: LinkCheck
  upload: ImageUpload
  role: Role
}

/** The inputs of the open step of a new community. */
export function NewCommunityForm({ communityForm, steps, linkCheck, upload, role }: Props) {
  const { form, savedVersion } = communityForm
  const id = useId()

  return (
    <div role="group" aria-labelledby={id} className="space-y-5">
      <div className="space-y-3">
        <div aria-hidden="true" className="flex gap-1.5">
          {Array.from({ length: steps.count }, (_, index) => (
            <span
              // Steps have no other identity than their order.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              className={cx(
                'h-1 flex-1 rounded-full',
                index <= steps.index ? 'bg-accent' : 'bg-line',
              )}
            />
          ))}
        </div>
        <h3 id={id} className="flex flex-wrap justify-between gap-x-3 text-base font-semibold">
          <span>{steps.title}</span>
          <span className="font-sans text-sm font-normal text-ink-soft">
            {`Step ${steps.index + 1} of ${steps.count}`}
          </span>
        </h3>
      </div>
      {steps.index === 0 && (
        <>
          <NewLinkField form={form} linkCheck={linkCheck} />
          <NameField form={form} />
        </>
      )}
      {steps.index === 1 && (
        <>
          <DescriptionField form={form} />
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <PlaceField form={form} saved={savedVersion} />
            <CategoryField form={form} role={role} saved={savedVersion} />
          </div>
          <LanguagesField form={form} isRequired={import.meta.env.VITE_DIRECTORY === 'live'} />
        </>
      )}
      {steps.isLast && <LastStep {...{ communityForm, upload }} />}
    </div>
  )
}

function LastStep({ communityForm, upload }: Pick<Props, 'communityForm' | 'upload'>) {
  const { form } = communityForm
  return (
    <div className="gap-6 space-y-5 lg:flex lg:items-start lg:space-y-0">
      <div className="min-w-0 flex-1 space-y-5">
        <MemberCountField form={form} live={null} />
        <ImageField form={form} upload={upload} />
        <JoinTypeField form={form} />
        <HostFields form={form} />
        <GroupsField communityForm={communityForm} />
        <PublishConsent form={form} />
      </div>
      <div className="shrink-0 space-y-5 lg:sticky lg:top-0 lg:w-72">
        <section aria-label="Preview">
          <p aria-hidden="true" className="mb-2 text-sm font-semibold text-ink-soft">
            As visitors will see it
          </p>
          <PreviewCard form={form} />
        </section>
        <Notice title="Next: In review">
          An admin reviews it before travelers see it, and we email you the decision.
        </Notice>
      </div>
    </div>
  )
}
