import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { type OwnProfile, ownProfileColumns, profileQuery } from '../../session/profile.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { changedRow } from '../../supabase/errors.ts'
import { supabase } from '../../supabase/client.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { ownCommunities } from './own-communities.ts'

type Props = { user: SessionUser }

/** The email preferences. Every email links to them, as /profile#emails. */
export function MailSettings({ user }: Props) {
  const profile = useQuery(profileQuery(user))
  const place = useRef<HTMLDivElement>(null)
  // The screen is there later than the browser looks for the anchor, and on a phone the communities move it.
  const { isFetched: hasSettled } = useQuery(ownCommunities(user.id))

  useEffect(() => {
    if (hasSettled && window.location.hash === '#emails') place.current?.scrollIntoView()
  }, [hasSettled])

  return (
    <div ref={place} id="emails" className="scroll-mt-6">
      <Card title="Emails" description={`What we email you about, at ${user.email}.`}>
        {profile.data ? (
          <div className="space-y-4">
            <MailSwitch
              user={user}
              profile={profile.data}
              column="wants_decision_emails"
              label="My communities"
              hint="What was decided about them, and when an invite link stops working."
            />
            {profile.data.is_admin && (
              <MailSwitch
                user={user}
                profile={profile.data}
                column="wants_summary_emails"
                label="Daily summary"
                hint="Once a day, what is waiting for review. No email when nothing is."
              />
            )}
          </div>
        ) : profile.isError ? (
          <p className="text-sm text-ink-soft">Your choices could not be loaded.</p>
        ) : (
          <Skeleton className="h-11 w-full" />
        )}
      </Card>
    </div>
  )
}

type SwitchProps = Props & {
  profile: OwnProfile
  column: 'wants_decision_emails' | 'wants_summary_emails'
  label: string
  hint: string
}

function MailSwitch({ user, profile, column, label, hint }: SwitchProps) {
  const id = useId()
  const queries = useQueryClient()
  const { queryKey } = profileQuery(user)
  const show = (value: boolean) =>
    queries.setQueryData(queryKey, (known) => known && { ...known, [column]: value })

  const save = useWrite({
    write: async (wanted: boolean) =>
      changedRow(
        await supabase
          .from('profiles')
          .update(
            column === 'wants_decision_emails'
              ? { wants_decision_emails: wanted }
              : { wants_summary_emails: wanted },
          )
          .eq('id', user.id)
          .select(ownProfileColumns)
          .maybeSingle(),
        'Nothing was saved. Please try again.',
      ),
    failure: 'Error updating profile',
    reasonIn: 'toast',
    onMutate: async (wanted) => {
      await queries.cancelQueries({ queryKey })
      show(wanted)
    },
    onSuccess: (saved) => show(saved[column]),
    onError: (_error, wanted) => show(!wanted),
  })

  return (
    <div className="flex items-start gap-3 text-sm">
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="mt-0.5 size-5 shrink-0 accent-accent"
        aria-busy={save.isPending}
        aria-checked={profile[column]}
        aria-describedby={`${id}-hint`}
        checked={profile[column]}
        onChange={(event) => void save.run(event.currentTarget.checked)}
      />
      <div>
        <label htmlFor={id} className="block font-semibold">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-ink-soft">
          {hint}
        </p>
      </div>
    </div>
  )
}
