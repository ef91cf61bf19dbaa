import { useId } from 'react'
import type { SessionUser } from '../session/useSession.ts'
import { useSuspension } from '../suspension/suspension.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { DownloadData } from './DownloadData.tsx'
import { EmailSettings } from './EmailSettings.tsx'
import { ProfileSettings } from './ProfileSettings.tsx'
import { SignInSettings } from './security/SignInSettings.tsx'
import { SignOutEverywhere } from './security/SignOutEverywhere.tsx'
import { TwoFactorSettings } from './security/TwoFactorSettings.tsx'
import { useAnchor } from '../community/useAnchor.ts'

const columns = 'grid items-start gap-6 lg:grid-cols-2'

/** What concerns the account instead of its communities. */
export function AccountSettings({ user }: { user: SessionUser }) {
  const titleId = useId()
  const anchor = useAnchor('settings', user.id)
  const isSuspended = Boolean(useSuspension(user.id))

  return (
    <div ref={anchor} id="settings" className="scroll-mt-6 border-t border-line pt-8">
      <section aria-labelledby={titleId} className="space-y-6">
        <h2 id={titleId} className="text-2xl font-semibold">
          Settings
        </h2>
        <div className={columns}>
          <fieldset disabled={isSuspended} className="min-w-0 space-y-6">
            <ProfileSettings user={user} />
            <EmailSettings user={user} />
          </fieldset>
          <div className="min-w-0 space-y-6">
            <SignInSettings user={user} />
            <TwoFactorSettings user={user} />
            <SignOutEverywhere />
          </div>
        </div>
        <div className={columns}>
          <DownloadData />
          <DeleteAccount userId={user.id} />
        </div>
      </section>
    </div>
  )
}
