import { useSession } from '../../session/useSession.ts'
import { PageMeta } from '../../frame/PageMeta.tsx'
import { pages } from '../../pages.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { DownloadData } from './DownloadData.tsx'
import { EmailSettings } from './EmailSettings.tsx'
import { MyCommunities } from './MyCommunities.tsx'
import { ProfileSettings } from './ProfileSettings.tsx'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'

/** The user's communities, profile, email settings, sessions, data download and account deletion. */
export function ProfileScreen() {
  const { title, heading, lead } = pages['/profile']
  const { user } = useSession()
  if (!user) return null

  return (
    <div className="mx-auto min-h-dvh w-full max-w-6xl space-y-6 px-4 py-8 sm:px-6 sm:py-10">
      <PageMeta title={title} description="Your profile and the communities you have listed." />
      <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">{heading}</h1>
      <p className="max-w-prose text-lg text-ink-soft">{lead}</p>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <MyCommunities userId={user.id} />
        <div className="space-y-6">
          <ProfileSettings user={user} />
          <EmailSettings user={user} />
          <SignOutEverywhere />
          <DownloadData />
          <DeleteAccount userId={user.id} />
        </div>
      </div>
    </div>
  )
}
