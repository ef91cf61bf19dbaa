import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { GhostButton } from '../../../ui/Button.tsx'
import { onDemandDialog } from '../../../ui/on-demand-dialog.tsx'
import type { OwnCommunity } from '../../community/own-communities.ts'

const PeopleDialog = onDemandDialog(async () => (await import('./PeopleDialog.tsx')).PeopleDialog, {
  title: 'People',
  cancelLabel: 'Close',
})

type Props = { user: SessionUser; community: OwnCommunity }

/** Opens the dialog with the people who manage a community. */
export function PeopleButton({ user, community }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <GhostButton
        icon={UserPlus}
        aria-label={`People of ${isolate(community.name)}`}
        onPointerDown={PeopleDialog.preload}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <PeopleDialog user={user} community={community} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
