import { useWatch } from 'react-hook-form'
import { SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { NewerVersionButtons } from '../../ui/NewerVersionButtons.tsx'
import { hiddenBlocks, isOutOfDirectory } from '../community/blocks.ts'
import type { ImageUpload } from './images/useImageUpload.tsx'
import type { CommunitySaver } from './useSaveCommunity.ts'
import { type CommunityFormMethods, savedValue } from './community-schema.ts'
import {
  type Community,
  eachField,
  reviewedAs,
  fieldsForReview,
  heldFields,
  listFields,
} from '../community/fields.ts'
import type { Role } from '../community/vocabulary.ts'
import { reviewedFields } from '../../supabase/rules/fields.ts'
import { RefusalNotice } from './RefusalNotice.tsx'

type DraftNoticeProps = {
  savedAt: number
  /** Whether the community has changed since, by another user or on another device. */
  isStale: boolean
  onStartOver: () => void
}

/** Explains that the form shows a restored draft, and offers to start over. */
export function DraftNotice({ savedAt, isStale, onStartOver }: DraftNoticeProps) {
  const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Notice
      tone={isStale ? 'warning' : 'info'}
      title="Draft restored"
      action={<SmallButton onClick={onStartOver}>Start over</SmallButton>}
    >
      {isStale
        ? `You last edited it on ${when.format(savedAt)}, and the community has changed since then. Check your changes before you save.`
        : `Continue where you left off on ${when.format(savedAt)}.`}
    </Notice>
  )
}

type ReviewNoticeProps = { form: CommunityFormMethods; community: Community; role: Role }

/** Explains what saving means for the review of the community. */
export function ReviewNotice({ form, community, role }: ReviewNoticeProps) {
  if (community.status === 'rejected') {
    return (
      <Notice tone="danger" title="Rejection reason">
        <p dir="auto">{community.rejection_reason || 'No reason was given.'}</p>
        {role === 'owner' && <p>Saving your changes submits the community for review again.</p>}
      </Notice>
    )
  }
  if (role === 'owner') {
    if (community.status === 'pending') return <RefusalNotice community={community} />
    return (
      <>
        <RefusalNotice community={community} />
        {hiddenBlocks(community).map(({ kind, reason }) => (
          <Notice key={kind} tone="danger" title="Hidden">
            <p dir="auto">{reason}</p>
          </Notice>
        ))}
        <HeldNotice form={form} live={community} />
      </>
    )
  }
  const fields = heldFields(community)
  if (fields.length === 0) return null
  return (
    <Notice title="Changes waiting for review">
      {`This form edits what visitors see. It doesn't contain the owner's new ${listFields(fields)}.`}
    </Notice>
  )
}

/** 'name, description, host, WhatsApp link or image': what is reviewed whatever the change. */
const reviewedNames = reviewedFields
  .filter((name) => name !== 'member_count')
  .map((name) => reviewedAs[name])
const reviewedList = listFields([...new Set(reviewedNames)], 'or')

function HeldNotice({ form, live }: { form: CommunityFormMethods; live: Community }) {
  const input = useWatch({ control: form.control })
  const edit = eachField(({ name }) => savedValue(name, input[name] ?? ''))
  const fields = fieldsForReview(live, edit)

  const hasChanges = fields.length > 0
  const untilThen = isOutOfDirectory(live) ? '' : ' Until then, visitors see the approved version.'
  return (
    <Notice title={hasChanges ? 'Changes waiting for review' : undefined}>
      {hasChanges
        ? `Once saved, your new ${listFields(fields)} will wait for review.${untilThen}`
        : `If you change the ${reviewedList}, or more than double the member count, an admin reviews it first.${untilThen}`}
    </Notice>
  )
}

type SaveProblemProps = { saver: CommunitySaver; form: CommunityFormMethods; upload: ImageUpload }

/**
 * Shows why the save failed, and how to continue; only to screen readers if the field shows the reason. They also need
 * `failure` here, because they cannot reach the toast behind the dialog.
 */
export function SaveProblemNotice({ saver, form, upload }: SaveProblemProps) {
  const link = useWatch({ control: form.control, name: 'whatsapp_link' })
  const { failure, problem } = saver
  if (!problem) return null

  const isPending = saver.isPending || upload.isPending
  const isAtField = problem.kind === 'refused' && problem.field
  const isConflict = problem.kind === 'conflict'
  const submittedLink = problem.kind === 'already submitted' && problem.submitted.whatsapp_link
  const isSameLink = submittedLink === savedValue('whatsapp_link', link)
  const loadCurrent = () => {
    upload.cancel()
    saver.loadCurrent()
  }

  return (
    <Notice tone="danger" className={isAtField ? 'sr-only' : 'basis-full'}>
      <p>
        <span className="sr-only">{`${failure}: `}</span>
        <span>{problem.message}</span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        <NewerVersionButtons
          isPending={isPending}
          onLoad={isConflict && loadCurrent}
          onSaveMine={
            (isConflict || isSameLink) && (() => void form.handleSubmit(saver.overwrite)())
          }
        />
        {submittedLink && !isSameLink && (
          <SmallButton
            isPending={isPending}
            onClick={() => void form.handleSubmit(saver.submitAsAnother)()}
          >
            Submit as another community
          </SmallButton>
        )}
      </div>
    </Notice>
  )
}
