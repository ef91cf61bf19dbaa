import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { saveFile } from '../../lib/save-file.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { readUserAndUpdateSession } from '../../supabase/read-user.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { useWrite } from '../data/useWrite.ts'
import type { SessionUser } from '../session/useSession.ts'
import { useSuspension } from '../suspension/suspension.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { EmailSettings } from './EmailSettings.tsx'
import { ProfileSettings } from './ProfileSettings.tsx'
import { SecurityCard } from './security/SecurityCard.tsx'

/** What concerns the account instead of its communities. */
export function AccountSettings({ user }: { user: SessionUser }) {
  const isSuspended = Boolean(useSuspension(user.id))
  useEffect(() => {
    // The browser looks for the anchor too early: the settings load later.
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])

  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="min-w-0 space-y-6">
        <fieldset disabled={isSuspended} className="min-w-0">
          <ProfileSettings user={user} />
        </fieldset>
        <SecurityCard user={user} />
      </div>
      <div className="min-w-0 space-y-6">
        <fieldset disabled={isSuspended} className="min-w-0">
          <EmailSettings user={user} />
        </fieldset>
        <DownloadData />
        <DeleteAccount userId={user.id} />
      </div>
    </div>
  )
}

function DownloadData() {
  const download = useWrite({
    write: async () => {
      const rows = unwrap(await supabase.rpc('export_my_data'))
      const data = Object.assign({}, rows, await readSignIns())
      const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      saveFile(`my-data-${new Date().toISOString().slice(0, 10)}.json`, content)
    },
    success: 'Your data was downloaded',
    failure: 'Failed to download your data',
    showReasonIn: 'toast',
  })

  return (
    <Card
      title="Your Data"
      description="A copy of everything we store about you, as one JSON file: your profile, communities, saved communities, joins, reports, emails, decisions, ways to sign in and authenticator apps."
    >
      <Button
        variant="secondary"
        icon={Download}
        isPending={download.isPending}
        onClick={() => void download.run()}
      >
        Download my data
      </Button>
    </Card>
  )
}

/** Only the auth service has them. It returns no secrets. */
async function readSignIns() {
  const { factors = [], identities = [] } = await readUserAndUpdateSession(supabase.auth)
  return {
    authenticator_apps: factors.map(
      ({ friendly_name: name = '', status, created_at, updated_at }) => ({
        name,
        status,
        created_at,
        updated_at,
      }),
    ),
    sign_ins: identities.map(({ provider, identity_data, created_at, last_sign_in_at }) => ({
      provider,
      received: identity_data,
      created_at,
      last_sign_in_at,
    })),
  }
}
