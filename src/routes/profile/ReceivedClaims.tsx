import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { receivedClaims } from '../../communities/claims/claims.ts'
import { useSession } from '../../session/useSession.ts'
import { lazyPart } from '../../ui/lazy.tsx'
import type { OwnCommunity } from './own-communities.ts'

const ClaimNotice = lazyPart(async () => (await import('./ClaimNotice.tsx')).ClaimNotice)

/** The open claims of one of the user's communities, which are rare: their code loads on demand. */
export function ReceivedClaims({ community }: { community: OwnCommunity }) {
  const userId = useSession().user?.id ?? ''
  const claims = useQuery({ ...receivedClaims(userId), enabled: userId !== '' })
  return claims.data
    ?.filter(({ community_id }) => community_id === community.id)
    .map((claim) => (
      <Suspense key={claim.id}>
        <ClaimNotice claim={claim} community={community} userId={userId} />
      </Suspense>
    ))
}
