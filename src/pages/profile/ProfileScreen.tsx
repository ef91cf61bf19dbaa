import { PageMeta } from '../../app/PageMeta.tsx'
import { pages } from '../../app/pages.ts'
import { ReceivedInvitations } from '../../features/ownership/co-owners/ReceivedInvitations.tsx'
import { useSession } from '../../features/session/useSession.ts'
import { SuspensionNotice } from '../../features/suspension/SuspensionNotice.tsx'
import { ProfileSections } from './ProfileSections.tsx'

export function ProfileScreen() {
  const { title, heading, lead } = pages['/profile']
  const { user } = useSession()
  if (!user) return null

  return (
    <div className="mx-auto min-h-dvh w-full max-w-6xl space-y-4 px-4 py-5 sm:space-y-6 sm:px-6 sm:py-10">
      <PageMeta title={title} description="Your profile and the communities you have listed." />
      <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">{heading}</h1>
      <p className="max-w-prose text-lg text-ink-soft">{lead}</p>
      <SuspensionNotice userId={user.id} />
      <ReceivedInvitations user={user} />
      <ProfileSections user={user} />
    </div>
  )
}
