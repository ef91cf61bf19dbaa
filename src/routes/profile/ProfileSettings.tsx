import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'react-hot-toast'
import { type OwnProfile, profileQuery } from '../../session/profile.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { isAccountGone } from '../../supabase/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/Feedback.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { deleteProfileDraft, readProfileDraft } from './profile-draft.ts'

export function ProfileSettings({ user }: { user: SessionUser }) {
  const [isEditing, setIsEditing] = useState(() => readProfileDraft(user.id) !== null)
  const profile = useQuery(profileQuery(user))
  const { error, isRefetchError } = profile

  useEffect(() => {
    // A failed first load has an inline error. The query itself shows no toast: the header uses it, too.
    if (isRefetchError && !isAccountGone(error)) {
      toast.error('Error loading profile', { id: 'profile' })
    }
  }, [error, isRefetchError])

  const toggle = () => {
    if (isEditing) deleteProfileDraft(user.id)
    setIsEditing(!isEditing)
  }

  return (
    <Card
      title="Profile Settings"
      actions={
        <Button
          variant="secondary"
          size="sm"
          icon={isEditing ? undefined : Pencil}
          disabled={!profile.data}
          onClick={toggle}
        >
          {isEditing ? 'Cancel' : 'Edit Profile'}
        </Button>
      }
    >
      {profile.isPending && <Details />}
      {profile.isLoadingError && (
        <ErrorState
          title="Error loading profile"
          onRetry={() => void profile.refetch()}
          busy={profile.isFetching}
        />
      )}
      {profile.data &&
        (isEditing ? (
          <ProfileForm user={user} profile={profile.data} onSaved={() => setIsEditing(false)} />
        ) : (
          <Details profile={profile.data} />
        ))}
    </Card>
  )
}

/** Without a profile, a placeholder of the same height. */
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
            <dd className="min-h-6 font-medium">
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
