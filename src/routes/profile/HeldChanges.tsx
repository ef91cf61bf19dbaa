import {
  type Listing,
  type ReviewedField,
  heldChanges,
  reviewedFields,
} from '../../communities/listing.ts'
import { ListingPicture } from '../../communities/ListingPicture.tsx'

const labels = {
  name: 'Name',
  description: 'Description',
  whatsapp_link: 'WhatsApp link',
  image_url: 'Picture',
} satisfies Record<ReviewedField, string>

/** What would change: each field as it is live now, and as the owner wants it. */
export function HeldChanges({ listing }: { listing: Listing }) {
  const held = heldChanges(listing)
  const changed = reviewedFields.flatMap((field) => {
    const wanted = held[field]
    return wanted === undefined ? [] : [{ field, wanted }]
  })

  return (
    <dl className="mt-2 space-y-3">
      {changed.map(({ field, wanted }) => (
        <div key={field}>
          <dt className="font-semibold">{labels[field]}</dt>
          <dd className="mt-1 grid gap-2 sm:grid-cols-2">
            <Version caption="Now" field={field} value={listing[field]} />
            <Version caption="New" field={field} value={wanted} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type VersionProps = { caption: string; field: ReviewedField; value: string }

function Version({ caption, field, value }: VersionProps) {
  return (
    <div className="min-w-0 rounded-lg bg-surface px-3 py-2 text-ink">
      <p className="text-xs font-semibold text-ink-soft">{caption}</p>
      {field === 'image_url' ? (
        <ListingPicture src={value} alt={`Picture, ${caption}`} className="mt-1 h-20 w-32" />
      ) : (
        <p className="max-h-40 overflow-y-auto break-words whitespace-pre-line">{value}</p>
      )}
    </div>
  )
}
