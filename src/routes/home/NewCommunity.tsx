import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { CommunityDialog } from '../../communities/CommunityDialog.tsx'
import { createQueryClient } from '../../frame/SignedInLayout.tsx'
import { useSession } from '../../session/useSession.ts'

type Props = { onClose: () => void; onSaved: () => void }

/** The dialog for a new community, with the data cache that it needs on this public screen. */
export function NewCommunity({ onClose, onSaved }: Props) {
  const [client] = useState(createQueryClient)
  const { profile } = useSession()

  return (
    <QueryClientProvider client={client}>
      <CommunityDialog
        community={null}
        role={profile?.is_admin ? 'admin' : 'owner'}
        onClose={onClose}
        onSaved={onSaved}
      />
    </QueryClientProvider>
  )
}
