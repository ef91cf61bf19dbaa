import { useWatch } from 'react-hook-form'
import { Notice } from '../ui/Feedback.tsx'
import { fieldsForReview, heldFields, type Community } from './fields.ts'
import { cleanLine, cleanText } from '../supabase/clean-text.ts'

import type { CommunityForm } from './useCommunityForm.ts'
import type { Role } from './vocabulary.ts'

type Props = { form: CommunityForm; community: Community; role: Role }

/** What a save means for the review of a community, before it is saved. */
export function ReviewNotice({ form, community, role }: Props) {
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

function HeldNotice({ form, live }: { form: CommunityForm; live: Community }) {
  const [name, description, whatsapp_link, image_url] = useWatch({
    control: form.control,
    name: ['name', 'description', 'whatsapp_link', 'image_url'],
  })
  const fields = fieldsForReview(live, {
    name: cleanLine(name),
    description: cleanText(description),
    whatsapp_link: whatsapp_link.trim(),
    image_url,
  })

  if (fields.length === 0) {
    return (
      <Notice>
        A new name, description, WhatsApp link or image waits for review. Until then visitors see
        the approved version.
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
