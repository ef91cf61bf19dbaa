import { QueryClientProvider } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CommunityEditor } from '../../communities/CommunityDialog.tsx'
import { createQueryClient } from '../../frame/SignedInLayout.tsx'
import { useSession } from '../../session/useSession.ts'

/** The dialog for a new community, with the data cache that it needs on this public screen. */
export function NewCommunity({ onClose }: { onClose: () => void }) {
  const [client] = useState(createQueryClient)
  const { profile } = useSession()
  const navigate = useNavigate()
  const saved = useRef(false)

  return (
    <QueryClientProvider client={client}>
      <CommunityEditor
        community={null}
        role={profile?.is_admin ? 'admin' : 'owner'}
        onClose={() => {
          // A dialog that closes itself after saving must not undo the way to the profile.
          if (!saved.current) onClose()
        }}
        onSaved={() => {
          saved.current = true
          void navigate('/profile')
        }}
      />
    </QueryClientProvider>
  )
}
