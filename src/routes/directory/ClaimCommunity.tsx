import { useState } from 'react'
import { useSession } from '../../session/useSession.ts'
import { onDemandDialog } from '../../ui/on-demand-dialog.tsx'
import { textLink } from '../../ui/text-link.ts'
import type { PublicCommunity } from './directory-queries.ts'

const ClaimDialog = onDemandDialog(async () => (await import('./ClaimDialog.tsx')).ClaimDialog, {
  title: 'Claim this community',
  cancelLabel: 'Close',
})

type Props = { community: Pick<PublicCommunity, 'id' | 'name'> }

/** For signed-in users who do not manage the community: whoever manages its group can take over the listing. */
export function ClaimCommunity({ community }: Props) {
  const { user } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  if (!user) return null
  return (
    <p className="w-full text-sm text-ink-soft">
      <span>Is this your group? </span>
      <button type="button" className={textLink} onClick={() => setIsOpen(true)}>
        Claim it
      </button>
      {isOpen && <ClaimDialog community={community} user={user} onClose={() => setIsOpen(false)} />}
    </p>
  )
}
