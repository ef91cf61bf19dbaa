import { useQuery } from '@tanstack/react-query'
import { heldChanges, ownVersion } from '../../../communities/versions.ts'
import { statusLabels } from '../../../communities/vocabulary.ts'
import { Notice } from '../../../ui/Feedback.tsx'
import { type WaitingCommunity, similarCommunities } from './queue-queries.ts'

/** Warns of what may be the same community. Without an answer it says so: silence would mean 'none'. */
export function SimilarWarning({ community }: { community: WaitingCommunity }) {
  const similar = useQuery(similarCommunities(community.id))
  if (similar.isError) {
    return <Notice tone="warning">We could not check whether this is listed already.</Notice>
  }
  if (!similar.data || similar.data.length === 0) return null
  const link = ownVersion(community).whatsapp_link

  return (
    <Notice tone="warning" title="This may be listed already">
      <ul className="mt-1 space-y-1">
        {similar.data.map((other) => {
          const sameLink = other.whatsapp_link === link || heldChanges(other).whatsapp_link === link
          return (
            <li key={other.id} className="break-words">
              <span className="font-semibold">{other.name}</span> by {other.owner.name},{' '}
              {other.location}: {sameLink ? 'the same WhatsApp link' : 'nearly the same name'} (
              {statusLabels[other.status].toLowerCase()})
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
