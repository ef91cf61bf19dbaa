import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { draftSubject, removeDraft, useDraftKey } from '../../lib/stored-draft.ts'
import { type OwnProfile, profileQuery } from '../session/profile.ts'
import type { SessionUser } from '../session/useSession.ts'
import { isAccountGone } from '../../supabase/errors.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/Feedback.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { LoadingText, Skeleton } from '../../ui/Loading.tsx'
import { Fact } from './Fact.tsx'
import {
  contactEmailHint,
  profileFields,
  profileLabels,
  readProfileDraft,
} from './profile-fields.ts'

// On demand: it shares the form library with the sign-in dialog.
const ProfileForm = lazyPart(async () => (await import('./ProfileForm.tsx')).ProfileForm)

export function ProfileSettings({ user }: { user: SessionUser }) {
  const draftKey = useDraftKey(draftSubject.profile(user.id), 'newest')
  const hasDraft = draftKey !== null && readProfileDraft(draftKey) !== null
  const [wantsToEdit, setWantsToEdit] = useState<boolean | null>(null)
  const isEditing = wantsToEdit ?? hasDraft
  const profile = useQuery(profileQuery(user))
  const { error, isRefetchError } = profile

  useEffect(() => {
    // A failed first load has an inline error. The query itself shows no toast, because the header also uses it.
    if (isRefetchError && !isAccountGone(error)) {
      toast.error('Error loading profile', { id: 'profile' })
    }
  }, [error, isRefetchError])

  const toggle = () => {
    if (isEditing && draftKey) removeDraft(draftKey)
    setWantsToEdit(!isEditing)
  }

  return (
    <Card
      title="Profile Settings"
      actions={
        <SmallButton
          icon={isEditing ? undefined : Pencil}
          disabled={!profile.data || !draftKey}
          onPointerDown={() => void ProfileForm.preload()}
          onClick={toggle}
        >
          {isEditing ? 'Cancel' : 'Edit Profile'}
        </SmallButton>
      }
    >
      {profile.isPending && <Details />}
      {profile.isLoadingError && <ErrorState title="Error loading profile" query={profile} />}
      {profile.data &&
        (isEditing && draftKey ? (
          <Suspense fallback={<Details profile={profile.data} />}>
            <ProfileForm
              user={user}
              profile={profile.data}
              draftKey={draftKey}
              onSaved={() => setWantsToEdit(false)}
            />
          </Suspense>
        ) : (
          <Details profile={profile.data} />
        ))}
    </Card>
  )
}

/** Without a profile, a placeholder of the same height. */
function Details({ profile }: { profile?: OwnProfile }) {
  return (
    <>
      {!profile && <LoadingText />}
      <dl className="space-y-2">
        {profileFields.map((name) => (
          <Fact
            key={name}
            label={profileLabels[name]}
            hint={name === 'email' ? contactEmailHint : undefined}
          >
            {!profile && <Skeleton className="h-6 w-40" />}
            {profile?.[name] && (
              <p dir="auto" translate="no">
                {profile[name]}
              </p>
            )}
            {profile?.[name] === '' && <p className="text-ink-soft">Not given</p>}
          </Fact>
        ))}
      </dl>
    </>
  )
}
