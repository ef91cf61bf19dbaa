import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { formatCount } from '../../ui/format.ts'
import { SelectField, TextArea, TextField } from '../../ui/Field.tsx'
import { Options } from '../../ui/Select.tsx'
import { type Community, isCountReviewed } from '../community/fields.ts'
import { maxCommunityName, maxDescription } from '../../supabase/rules/limits.ts'
import {
  type CommunityFormMethods,
  parseLanguages,
  savedValue,
  toCount,
} from './community-schema.ts'
import { textLanguage } from '../community/languages.ts'
import { isStockPhoto, stockPhoto } from '../community/images.ts'
import {
  allJoinTypes,
  categoriesFor,
  findCategory,
  joinTypeLabels,
  type Role,
} from '../community/vocabulary.ts'

/* The simple inputs of a community. */

/** The size of WhatsApp's largest communities. Published figures differ, so the form only warns. */
const unlikelyCount = 5000

type Props = { form: CommunityFormMethods }

/** Returns the language of the texts, for the browser's spelling checker and hyphenation. */
function useTextLanguage({ control }: CommunityFormMethods) {
  const languages = useWatch({ control, name: 'languages' })
  return textLanguage(parseLanguages(languages))
}

export function NameField({ form }: Props) {
  return (
    <TextField
      label="Community Name"
      required
      limit={maxCommunityName}
      autoComplete="off"
      lang={useTextLanguage(form)}
      error={form.formState.errors.name?.message}
      {...form.register('name')}
    />
  )
}

export function DescriptionField({ form }: Props) {
  return (
    <TextArea
      label="Description"
      required
      limit={maxDescription}
      lang={useTextLanguage(form)}
      error={form.formState.errors.description?.message}
      {...form.register('description')}
    />
  )
}

/** `saved` keeps a category that its owner could not choose. */
export function CategoryField({
  form,
  role,
  saved,
}: Props & { role: Role; saved: Community | null }) {
  return (
    <SelectField
      label="Category"
      required
      error={form.formState.errors.category?.message}
      {...form.register('category', { onChange: () => updateStockPhoto(form) })}
    >
      <option value="">Select a category</option>
      <Options values={categoriesFor(role, saved?.category)} />
    </SelectField>
  )
}

function updateStockPhoto(form: CommunityFormMethods) {
  const { image_url, category } = form.getValues()
  if (isStockPhoto(image_url)) {
    form.setValue('image_url', stockPhoto(findCategory(category)), { shouldDirty: true })
  }
}

export function JoinTypeField({ form }: Props) {
  return (
    <SelectField
      label="Join Type"
      hint="Choose Request to Join if WhatsApp's 'Approve new participants' is on."
      error={form.formState.errors.join_type?.message}
      {...form.register('join_type')}
    >
      <Options values={allJoinTypes} textOf={(joinType) => joinTypeLabels[joinType]} />
    </SelectField>
  )
}

type MemberCountProps = {
  form: CommunityFormMethods
  /** The community as visitors see it. Null if its count is not reviewed: a new one, or in an admin's form. */
  live: Community | null
}

export function MemberCountField({ form, live }: MemberCountProps) {
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
