import { type Community, heldFields, listFields } from '../community/fields.ts'
import type { Role } from '../community/vocabulary.ts'

/** The toast after editing a community, for its owner with the fields that wait for review. */
export function savedMessage(saved: Community, role: Role) {
  const message = 'Community updated successfully'
  // Admins edit the live version.
  const fields = role === 'owner' && saved.status === 'approved' ? heldFields(saved) : []
  if (fields.length === 0) return message
  return (
    <span>
      <span className="block">{message}</span>
      <span className="block text-sm text-ink-soft">
        {`Your new ${listFields(fields)} ${fields.length === 1 ? 'waits' : 'wait'} for review.`}
      </span>
    </span>
  )
}
