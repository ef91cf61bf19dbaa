import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { ProfileForm } from './ProfileForm.tsx'
import { loadProfile, type OwnProfile } from '../../session/profile.ts'
import type { SessionUser } from '../../session/session-context.ts'
import { supabase } from '../../supabase/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { ErrorState } from '../../ui/Feedback.tsx'

async function readOwnProfile(user: SessionUser) {
  const profile = await loadProfile(supabase, user)
  if (!profile) throw new Error('Error loading profile')
  return profile
}

export function ProfileSettings({ user }: { user: SessionUser }) {
  const [isEditing, setIsEditing] = useState(false)
  const queries = useQueryClient()
  const queryKey = ['profile', user.id]
  const profile = useQuery({
    queryKey,
    queryFn: () => readOwnProfile(user),
    meta: { failure: 'Error loading profile' },
  })

  return (
    <Card
      title="Profile Settings"
      actions={
        <Button
          variant="secondary"
          size="sm"
          icon={isEditing ? undefined : Pencil}
          disabled={!profile.data}
          onClick={() => setIsEditing(!isEditing)}
        >
          {isEditing ? 'Cancel' : 'Edit Profile'}
        </Button>
      }
    >
      {profile.isPending && <Details />}
      {profile.isError && !profile.data && (
        <ErrorState
          title="Error loading profile"
          onRetry={() => void profile.refetch()}
          busy={profile.isFetching}
        />
      )}
      {profile.data &&
        (isEditing ? (
          <ProfileForm
            userId={user.id}
            profile={profile.data}
            onSaved={(saved) => {
              queries.setQueryData(queryKey, { ...profile.data, ...saved })
              setIsEditing(false)
            }}
          />
        ) : (
          <Details profile={profile.data} />
        ))}
    </Card>
  )
}

/** Without a profile, a stand-in of the same height. */
function Details({ profile }: { profile?: OwnProfile }) {
  const details = [
    ['Full Name', profile?.name],
    ['Email', profile?.email],
    ['Phone', profile?.phone],
  ] as const

  return (
    <>
      {!profile && (
        <p role="status" className="sr-only">
          Loading...
        </p>
      )}
      <dl className="space-y-4">
        {details.map(([term, value]) => (
          <div key={term}>
            <dt className="text-sm text-ink-soft">{term}</dt>
            <dd className="min-h-6 font-medium break-words">
              {profile ? (
                value || <span className="text-ink-soft">Not given</span>
              ) : (
                <Skeleton className="h-6 w-40" />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
