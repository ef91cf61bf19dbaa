import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { loadProfile } from '../../session/profile.ts'
import type { SessionUser } from '../../session/session-context.ts'
import { supabase } from '../../supabase/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { lazyPart } from '../../load-part.tsx'

/** With all that checks a form, and only a few who look edit. */
const ProfileForm = lazyPart(
  () => import('./ProfileForm.tsx'),
  (module) => module.ProfileForm,
)

/** Reads the person's own profile, after a missing row was created (specification, section 7). */
async function readOwnProfile(user: SessionUser) {
  await loadProfile(supabase, user)
  const { data } = await supabase
    .from('profiles')
    .select('name, email, phone')
    .eq('id', user.id)
    .single()
    .throwOnError()
  return data
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
        profile.data && (
          <Button
            variant="secondary"
            size="sm"
            icon={isEditing ? undefined : Pencil}
            onClick={() => setIsEditing(!isEditing)}
          >
            {isEditing ? 'Cancel' : 'Edit Profile'}
          </Button>
        )
      }
    >
      {profile.isPending && <p role="status">Loading...</p>}
      {profile.isError && !profile.data && (
        <ErrorState
          title="Error loading profile"
          onRetry={() => void profile.refetch()}
          busy={profile.isFetching}
        />
      )}
      {profile.data &&
        (isEditing ? (
          <Suspense fallback={<p role="status">Loading...</p>}>
            <ProfileForm
              userId={user.id}
              profile={profile.data}
              onSaved={(saved) => {
                queries.setQueryData(queryKey, saved)
                setIsEditing(false)
              }}
            />
          </Suspense>
        ) : (
          <dl className="space-y-4">
            <Detail term="Full Name" value={profile.data.name} />
            <Detail term="Email" value={profile.data.email} />
            <Detail term="Phone" value={profile.data.phone} />
          </dl>
        ))}
    </Card>
  )
}

function Detail({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="font-medium break-words">
        {value || <span className="text-ink-soft">Not given</span>}
      </dd>
    </div>
  )
}
