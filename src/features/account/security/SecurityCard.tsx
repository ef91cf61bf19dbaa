import { Card } from '../../../ui/Card.tsx'
import type { SessionUser } from '../../session/useSession.ts'
import { Passkeys } from './Passkeys.tsx'
import { Identities } from './Identities.tsx'
import { SignInSettings } from './SignInSettings.tsx'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'
import { TwoFactorSettings } from './TwoFactorSettings.tsx'

/** How the user signs in, and where they are signed in. */
export const SecurityCard = ({ user }: { user: SessionUser }) => (
  <Card title="Security">
    <div className="-my-5 divide-y divide-line">
      <SignInSettings user={user} />
      <Passkeys user={user} />
      <Identities user={user} />
      <TwoFactorSettings user={user} />
      <SignOutEverywhere />
    </div>
  </Card>
)
