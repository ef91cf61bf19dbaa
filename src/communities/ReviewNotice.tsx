import { useWatch } from 'react-hook-form'
import { Notice } from '../ui/Notice.tsx'
import { fieldsForReview, heldFields, type Listing } from './listing.ts'
import { cleanLine, cleanText } from '../supabase/clean-text.ts'

import type { ListingForm } from './useListingForm.ts'
import type { Role } from './vocabulary.ts'

type Props = { form: ListingForm; listing: Listing; role: Role }

/** What a save means for the review of a listing, before it is saved. */
export function ReviewNotice({ form, listing, role }: Props) {
  if (listing.status === 'rejected') {
    return (
      <Notice tone="danger" title="Not approved">
        <p>{listing.rejection_reason || 'No reason was given.'}</p>
        {role === 'owner' && <p>Saving your changes submits the listing for review again.</p>}
      </Notice>
    )
  }
  if (listing.status !== 'approved') return null
  if (role === 'admin') return <OwnersChanges listing={listing} />
  return <HeldNotice form={form} live={listing} />
}

function OwnersChanges({ listing }: { listing: Listing }) {
  const fields = heldFields(listing)
  if (fields.length === 0) return null
  return (
    <Notice title="Changes waiting for review">
      The owner’s new {new Intl.ListFormat('en').format(fields)} is not shown here. This form edits
      what visitors see.
    </Notice>
  )
}

function HeldNotice({ form, live }: { form: ListingForm; live: Listing }) {
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
        A new name, description, WhatsApp link or picture waits for review. Until then visitors see
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
