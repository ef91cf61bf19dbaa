import { QueryClientProvider } from '@tanstack/react-query'
import { useSession } from '../../session/useSession.ts'
import { CommunityDialog } from './CommunityDialog.tsx'

type Props = { onClose: () => void; onSaved: () => void }

/** The dialog for a new community. Provides the user's query cache, which the public home page does not have. */
export function NewCommunity({ onClose, onSaved }: Props) {
  const { user, profile, queries } = useSession()

  if (!queries) return null
  return (
    <QueryClientProvider client={queries}>
      <CommunityDialog
        // Another tab may switch to another account, which must not submit this user's input.
        key={user?.id}
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
