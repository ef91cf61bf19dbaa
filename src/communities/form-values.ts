import { type Community, ownVersion } from './fields.ts'
import type { CommunityInput } from './community-schema.ts'
import type { Role } from './vocabulary.ts'

export const emptyForm: CommunityInput = {
  name: '',
  description: '',
  location: '',
  category: '',
  member_count: '',
  whatsapp_link: '',
  image_url: '',
  join_type: 'open',
  groups: [],
  may_publish: false,
}

/** A community in the form. Owners go on from their own latest version, admins from the live one. */
export function formValues(community: Community, role: Role): CommunityInput {
  const shown = role === 'owner' ? ownVersion(community) : community
  return {
    name: shown.name,
    description: shown.description,
    location: shown.location,
    category: shown.category,
    member_count: String(shown.member_count),
    whatsapp_link: shown.whatsapp_link,
    image_url: shown.image_url,
    join_type: shown.join_type,
    groups: [],
    may_publish: true,
  }
}

/** Whether two states of the form hold the same, whatever the order of their keys. */
export function isSame(one: CommunityInput, other: CommunityInput): boolean {
  return flat(one) === flat(other)
}

function flat({ groups, ...fields }: CommunityInput): string {
  const entries = Object.entries(fields).toSorted(([a], [b]) => a.localeCompare(b))
  return JSON.stringify([entries, groups.map(({ id, name }) => [id, name])])
}
