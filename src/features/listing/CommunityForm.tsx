import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { cleanLine } from '../../lib/clean-text.ts'
import { supabase } from '../../supabase/client.ts'
import { Deferred } from '../../ui/when-idle.tsx'
import { formatCount } from '../../ui/format.ts'
import { SelectField, TextArea, TextField } from '../../ui/Field.tsx'
import { Options } from '../../ui/Select.tsx'
import { type Community, fieldNames, isCountReviewed } from '../community/fields.ts'
import { maxCommunityName, maxDescription } from '../../supabase/rules/limits.ts'
import {
  type CommunityFormMethods,
  parseLanguages,
  savedValue,
  toCount,
} from './community-schema.ts'
import { ImageField } from './images/ImageField.tsx'
import type { ImageUpload } from './images/useImageUpload.tsx'
import { textLanguage } from '../community/languages.ts'
import { isStockPhoto, stockPhoto } from '../community/images.ts'
import {
  allJoinTypes,
  categoriesFor,
  findCategory,
  joinTypeLabels,
  type Role,
} from '../community/vocabulary.ts'
import { LanguagesField } from './LanguagesField.tsx'
import { PlaceField } from './PlaceField.tsx'
import { parseWhatsAppLink } from './whatsapp-link.ts'

/** The size of WhatsApp's largest communities. Published figures differ, so the form only warns. */
const unlikelyCount = 5000

type Props = {
  form: CommunityFormMethods
  upload: ImageUpload
  communityId: string
  role: Role
  /** The saved version; null for a new community. */
  saved: Community | null
  isNew: boolean
}

/** The inputs of a community, except for its groups. */
export function CommunityForm({ form, upload, communityId, role, saved, isNew }: Props) {
  const { errors } = form.formState
  // In their order on the screen: submitting focuses the invalid field that was registered first, and inputs in child
  // components register later.
  for (const name of fieldNames) form.register(name)
  const languages = useWatch({ control: form.control, name: 'languages' })
  // For the browser's spelling checker and hyphenation.
  const lang = textLanguage(parseLanguages(languages))

  return (
    <>
      <TextField
        label="Community Name"
        required
        limit={maxCommunityName}
        autoComplete="off"
        lang={lang}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextArea
        label="Description"
        required
        limit={maxDescription}
        lang={lang}
        error={errors.description?.message}
        {...form.register('description')}
      />
      {/* The form is taller than the window. */}
      <Deferred placeholder={<div className="h-dvh" />}>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <PlaceField form={form} saved={saved} />
          <SelectField
            label="Category"
            required
            error={errors.category?.message}
            {...form.register('category', { onChange: () => updateStockPhoto(form) })}
          >
            <option value="">Select a category</option>
            <Options values={categoriesFor(role, saved?.category)} />
          </SelectField>
        </div>
        <LanguagesField
          form={form}
          isRequired={isNew && import.meta.env.VITE_DIRECTORY === 'live'}
        />
        <MemberCountField form={form} live={role === 'owner' ? saved : null} />
        <WhatsAppLinkField form={form} communityId={communityId} />
        <ImageField form={form} upload={upload} />
        <SelectField
          label="Join Type"
          hint="Choose Request to Join if WhatsApp's 'Approve new participants' is on."
          error={errors.join_type?.message}
          {...form.register('join_type')}
        >
          <Options values={allJoinTypes} textOf={(joinType) => joinTypeLabels[joinType]} />
        </SelectField>
      </Deferred>
    </>
  )
}

function updateStockPhoto(form: CommunityFormMethods) {
  const { image_url, category } = form.getValues()
  if (isStockPhoto(image_url)) {
    form.setValue('image_url', stockPhoto(findCategory(category)), { shouldDirty: true })
  }
}

type MemberCountProps = {
  form: CommunityFormMethods
  /** The community as visitors see it. Null if its count is not reviewed: a new one, or in an admin's form. */
  live: Community | null
}

function MemberCountField({ form, live }: MemberCountProps) {
  const [count, link] = useWatch({ control: form.control, name: ['member_count', 'whatsapp_link'] })
  const isUnlikely = !link.includes('/channel/') && toCount(count) > unlikelyCount
  const reviewed = live?.status === 'approved' ? live.reviewed_count : null
  const isForReview = reviewed !== null && isCountReviewed(toCount(count), reviewed)

  return (
    <TextField
      label="Current Member Count"
      // A number input discards text that is not a plain number: '1,200' in Firefox, '1200+' everywhere.
      inputMode="numeric"
      autoComplete="off"
      required
      hint={
        isUnlikely ? (
          <span className="font-medium text-warning-ink">
            A group has at most 1,024 members, a community about 5,000. Is this number right?
          </span>
        ) : isForReview ? (
          <span>{`An admin reviews this number first: it is more than twice the last reviewed one, ${formatCount(reviewed)}.`}</span>
        ) : (
          <span>The group info in WhatsApp shows it. A rough number is fine.</span>
        )
      }
      error={form.formState.errors.member_count?.message}
      {...form.register('member_count', { onBlur: () => normalizeMemberCount(form) })}
    />
  )
}

/** Shows the number that saving would read from the input. */
export function normalizeMemberCount(form: CommunityFormMethods) {
  const input = form.getValues('member_count')
  const count = String(savedValue('member_count', input))
  if (count !== input) form.setValue('member_count', count, { shouldDirty: true })
}

/** On blur, converts the link to its stored form and checks whether it is already listed. */
function WhatsAppLinkField({ form, communityId }: Pick<Props, 'form' | 'communityId'>) {
  const [warning, setWarning] = useState('')

  const check = async () => {
    const input = form.getValues('whatsapp_link')
    if (cleanLine(input) === '') return
    const result = parseWhatsAppLink(input)
    setWarning(result.ok ? (result.warning ?? '') : '')
    const link = result.ok ? result.link : input
    form.setValue('whatsapp_link', link, { shouldDirty: true, shouldValidate: true })
    if (!result.ok) return
    // A failed check is ignored: the database checks again on saving.
    const { data: isListed } = await supabase.rpc('is_whatsapp_link_listed', {
      link,
      except_id: communityId,
    })
    if (isListed === true && form.getValues('whatsapp_link') === link) {
      form.setError('whatsapp_link', {
        type: 'listed',
        message: 'This WhatsApp link is already listed in the directory.',
      })
    }
  }

  return (
    <TextField
      label="WhatsApp Link"
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      required
      placeholder="https://chat.whatsapp.com/..."
      hint={
        warning ? (
          <span className="font-medium text-warning-ink">{warning}</span>
        ) : (
          'The invite link of a group, community or channel.'
        )
      }
      error={form.formState.errors.whatsapp_link?.message}
      {...form.register('whatsapp_link', { onBlur: () => void check() })}
    />
  )
}

/** WhatsApp asks users not to publish invite links that are meant to stay private. */
export function PublishConsent({ form }: { form: CommunityFormMethods }) {
  const id = useId()
  const error = form.formState.errors.may_publish?.message

  return (
    <div className="space-y-1.5 border-t border-line pt-5">
      <label className="flex items-start gap-3 text-sm">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-accent"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          {...form.register('may_publish')}
        />
        <span>
          I run this community, or have its admins' permission, and its invite link may be published
          here.
        </span>
      </label>
      {error && (
        <p id={id} className="text-sm font-medium text-danger-ink">
          {error}
        </p>
      )}
    </div>
  )
}
