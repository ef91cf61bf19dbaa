import type { SessionUser } from '../../session/useSession.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { DownloadData } from './DownloadData.tsx'
import { EmailSettings } from './EmailSettings.tsx'
import { ProfileSettings } from './ProfileSettings.tsx'
import { SignInSettings } from './sign-in/SignInSettings.tsx'
import { SignOutEverywhere } from './sign-in/SignOutEverywhere.tsx'
import { TwoFactorSettings } from './sign-in/TwoFactorSettings.tsx'

export function AccountSettings({ user }: { user: SessionUser }) {
  return (
    <div className="space-y-6">
      <ProfileSettings user={user} />
      <SignInSettings user={user} />
      <EmailSettings user={user} />
      <TwoFactorSettings user={user} />
      <SignOutEverywhere />
      <DownloadData />
      <DeleteAccount userId={user.id} />
    </div>
  )
}
