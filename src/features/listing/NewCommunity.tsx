import { QueryClientProvider } from '@tanstack/react-query'
import { showNewCommunity } from '../community/own-community-queries.ts'
import { useProfile } from '../session/profile.ts'
import { openUserCache } from '../session/user-cache.ts'
import { type SessionUser, useSession } from '../session/useSession.ts'
import { CommunityDialog } from './CommunityDialog.tsx'

type Props = { onClose: () => void; onSaved: () => void }

/** The dialog for a new community. Provides the user's query cache, which the public home page does not have. */
export function NewCommunity(props: Props) {
  const { user } = useSession()
  // Another tab may switch to another account, which must not submit this user's input.
  return user && <NewCommunityOf key={user.id} user={user} {...props} />
}

function NewCommunityOf({ user, onClose, onSaved }: Props & { user: SessionUser }) {
  const queries = openUserCache(user.id)
  const profile = useProfile(user)

  return (
    <QueryClientProvider client={queries}>
      <CommunityDialog
        community={null}
        role={profile?.is_admin ? 'admin' : 'owner'}
        onClose={onClose}
        onSaved={(saved) => {
          if (saved) showNewCommunity(queries, saved)
          void queries.invalidateQueries({ queryKey: ['communities'] })
          onSaved()
        }}
      />
    </QueryClientProvider>
  )
}
