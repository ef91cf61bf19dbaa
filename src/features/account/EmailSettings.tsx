import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type OwnProfile, ownProfileColumns, profileQuery } from '../session/profile.ts'
import type { SessionUser } from '../session/useSession.ts'
import { unwrap } from '../../supabase/errors.ts'
import { supabase } from '../../supabase/client.ts'
import { useWrite } from '../data/useWrite.ts'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { AlertList } from '../directory/alerts/AlertList.tsx'

const isDirectoryLive = import.meta.env.VITE_DIRECTORY === 'live'

type Props = { user: SessionUser }

/** Chooses which emails the user receives. The page that unsubscribes links to its id. */
export function EmailSettings({ user }: Props) {
  const profile = useQuery(profileQuery(user))

  return (
    <div id="emails" className="scroll-mt-6">
      <Card title="Emails" description={`The emails we send to ${user.email}.`}>
        {profile.data ? (
          <div className="space-y-4">
            <EmailSwitch
              user={user}
              profile={profile.data}
              column="wants_decision_emails"
              label="My communities"
              hint="Decisions about them, invite links that stop working, invitations, and whether they are still active."
            />
            {profile.data.is_admin && (
              <EmailSwitch
                user={user}
                profile={profile.data}
                column="wants_summary_emails"
                label="Daily summary"
                hint="The number of communities to review, at most once a day."
              />
            )}
            {isDirectoryLive && (
              <>
                <EmailSwitch
                  user={user}
                  profile={profile.data}
                  column="wants_report_emails"
                  label="My reports"
                  hint="The outcome of a report, once an admin has looked at it."
                />
                <EmailSwitch
                  user={user}
                  profile={profile.data}
                  column="wants_alert_emails"
                  label="New communities"
                  hint="Your alerts below, at most once a day."
                />
                <div className="pl-[3.25rem]">
                  <AlertList user={user} />
                </div>
              </>
            )}
          </div>
        ) : profile.isError ? (
          <p className="text-sm text-ink-soft">Couldn't load your choices.</p>
        ) : (
          <Skeleton className="h-11 w-full" />
        )}
      </Card>
    </div>
  )
}

type SwitchProps = Props & {
  profile: OwnProfile
  column:
    | 'wants_decision_emails'
    | 'wants_summary_emails'
    | 'wants_alert_emails'
    | 'wants_report_emails'
  label: string
  hint: string
}

function EmailSwitch({ user, profile, column, label, hint }: SwitchProps) {
  const queries = useQueryClient()
  const { queryKey } = profileQuery(user)
  const show = (value: boolean) =>
    queries.setQueryData(queryKey, (cached) => cached && { ...cached, [column]: value })

  const save = useWrite({
    write: async (isOn: boolean) => {
      const change: Partial<Record<typeof column, boolean>> = { [column]: isOn }
      const saved = supabase.from('profiles').update(change).eq('id', user.id)
      return unwrap(
        await saved.select(ownProfileColumns).maybeSingle(),
        'Nothing was saved. Please try again.',
      )
    },
    failure: 'Error updating profile',
    showReasonIn: 'toast',
    onMutate: async (isOn) => {
      await queries.cancelQueries({ queryKey })
      show(isOn)
    },
    onSuccess: (saved) => show(saved[column]),
    onError: (_error, isOn) => show(!isOn),
  })

  return (
    <Switch
      label={label}
      hint={hint}
      isOn={profile[column]}
      isPending={save.isPending}
      onChange={(isOn) => void save.run(isOn)}
    />
  )
}
