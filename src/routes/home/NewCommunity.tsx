import { QueryClientProvider } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { CommunityEditor } from '../../communities/CommunityEditor.tsx'
import { useSession } from '../../session/useSession.ts'

/** The dialog for a new community, with the person's cache, which this public screen does without. */
export function NewCommunity({ onClose }: { onClose: () => void }) {
  const { profile, queries } = useSession()
  const navigate = useNavigate()
  const saved = useRef(false)

  if (!queries) return null
  return (
    <QueryClientProvider client={queries}>
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
