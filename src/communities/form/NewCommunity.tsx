import { QueryClientProvider } from '@tanstack/react-query'
import { useSession } from '../../session/useSession.ts'
import { CommunityDialog } from './CommunityDialog.tsx'

type Props = { onClose: () => void; onSaved: () => void }

/** The dialog for a new community. Provides the user's query cache, which the public home page does not have. */
export function NewCommunity({ onClose, onSaved }: Props) {
  const { profile, queries } = useSession()

  if (!queries) return null
  return (
    <QueryClientProvider client={queries}>
      <CommunityDialog
        community={null}
        role={profile?.is_admin ? 'admin' : 'owner'}
        onClose={onClose}
        onSaved={() => {
          void queries.invalidateQueries({ queryKey: ['communities'] })
          onSaved()
        }}
      />
    </QueryClientProvider>
  )
}
