import { useWatch } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import type { CommunityFormMethods } from './useDraftedForm.ts'
import { savedValue } from './community-schema.ts'
import { type Community, eachField, reviewedFields } from '../fields.ts'
import { fieldsForReview, heldFields } from '../versions.ts'
import type { Role } from '../vocabulary.ts'

type DraftNoticeProps = {
  savedAt: number
  /** The community was saved by somebody, or on another device, since. */
  isStale: boolean
  onStartOver: () => void
}

/** The form holds what this person typed earlier; says so, and lets them start over. */
export function DraftNotice({ savedAt, isStale, onStartOver }: DraftNoticeProps) {
  const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Notice
      tone={isStale ? 'warning' : 'info'}
      title="Your draft is back"
      action={
        <Button variant="secondary" size="sm" onClick={onStartOver}>
          Start over
        </Button>
      }
    >
      {isStale
        ? `You stopped on ${when.format(savedAt)}, and the community has changed since then. Check your changes before you save them.`
        : `You can continue where you stopped on ${when.format(savedAt)}.`}
    </Notice>
  )
}

type ReviewNoticeProps = { form: CommunityFormMethods; community: Community; role: Role }

/** What a save means for the review of a community, before it is saved. */
export function ReviewNotice({ form, community, role }: ReviewNoticeProps) {
  if (community.status === 'rejected') {
    return (
      <Notice tone="danger" title="Not approved">
        <p>{community.rejection_reason || 'No reason was given.'}</p>
        {role === 'owner' && <p>Saving your changes submits the community for review again.</p>}
      </Notice>
    )
  }
  if (community.status !== 'approved') return null
  if (role === 'admin') return <OwnersChanges community={community} />
  return <HeldNotice form={form} live={community} />
}

function OwnersChanges({ community }: { community: Community }) {
  const fields = heldFields(community)
  if (fields.length === 0) return null
  return (
    <Notice title="Changes waiting for review">
      The owner’s new {new Intl.ListFormat('en').format(fields)} is not shown here. This form edits
      what visitors see.
    </Notice>
  )
}

/** 'name, description, WhatsApp link or image': British, because American lists have a comma before 'or'. */
const anyReviewed = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  reviewedFields.map(({ reviewedAs }) => reviewedAs),
)

function HeldNotice({ form, live }: { form: CommunityFormMethods; live: Community }) {
  const typed = useWatch({ control: form.control })
  const edit = eachField(({ name }) => savedValue(name, typed[name] ?? ''))
  const fields = fieldsForReview(live, edit)

  if (fields.length === 0) {
    return (
      <Notice>
        A new {anyReviewed} waits for review. Until then visitors see the approved version.
      </Notice>
    )
  }
  return (
    <Notice title="Changes waiting for review">
      Once saved, your new {new Intl.ListFormat('en').format(fields)} will wait for an admin. Until
      then visitors see the approved version.
    </Notice>
  )
}
