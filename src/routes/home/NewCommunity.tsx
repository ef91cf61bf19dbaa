import { QueryClientProvider } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { CommunityDialog } from '../../communities/CommunityDialog.tsx'
import { useSession } from '../../session/useSession.ts'
import { createQueryClient } from '../createQueryClient.ts'

/** The dialog for a new community, with the data cache that it needs on this public screen. */
export function NewCommunity() {
  const [client] = useState(createQueryClient)
  const { profile } = useSession()
  const [, setParams] = useSearchParams()
  const navigate = useNavigate()
  const saved = useRef(false)

  const close = () => {
    // A dialog that closes itself after saving must not undo the way to the profile.
    if (saved.current) return
    setParams(
      (params) => {
        params.delete('list')
        return params
      },
      { replace: true },
    )
  }

  const finish = () => {
    saved.current = true
    void navigate('/profile')
  }

  return (
    <QueryClientProvider client={client}>
      <CommunityDialog
        community={null}
        role={profile?.is_admin ? 'admin' : 'owner'}
        onClose={close}
        onSaved={finish}
      />
    </QueryClientProvider>
  )
}
