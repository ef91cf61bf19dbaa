import type { SessionUser } from '../../session/useSession.ts'
import { useSuspension } from '../../session/suspension.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { DownloadData } from './DownloadData.tsx'
import { EmailSettings } from './EmailSettings.tsx'
import { ProfileSettings } from './ProfileSettings.tsx'
import { SignInSettings } from './sign-in/SignInSettings.tsx'
import { SignOutEverywhere } from './sign-in/SignOutEverywhere.tsx'
import { TwoFactorSettings } from './sign-in/TwoFactorSettings.tsx'

export function AccountSettings({ user }: { user: SessionUser }) {
  const isSuspended = Boolean(useSuspension(user.id))
  return (
    <div className="space-y-6">
      <fieldset disabled={isSuspended} className="min-w-0">
        <ProfileSettings user={user} />
      </fieldset>
      <SignInSettings user={user} />
      <fieldset disabled={isSuspended} className="min-w-0">
        <EmailSettings user={user} />
      </fieldset>
      <TwoFactorSettings user={user} />
      <SignOutEverywhere />
      <DownloadData />
      <DeleteAccount userId={user.id} />
    </div>
  )
}
