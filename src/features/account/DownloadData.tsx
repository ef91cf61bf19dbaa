import { Download } from 'lucide-react'
import { unwrap } from '../../supabase/errors.ts'
import { supabase } from '../../supabase/client.ts'
import { readUserAndUpdateSession } from '../../supabase/replace-token.ts'
import { useWrite } from '../data/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { saveFile } from '../../lib/save-file.ts'

export function DownloadData() {
  const download = useWrite({
    write: async () => {
      const rows = unwrap(await supabase.rpc('export_my_data'))
      const data = Object.assign({}, rows, { authenticator_apps: await readApps() })
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
      description="A copy of everything we store about you, as one JSON file: your profile, communities, saved communities, joins, reports, emails, decisions and authenticator apps."
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
async function readApps() {
  const { factors = [] } = await readUserAndUpdateSession(supabase.auth)
  return factors.map(({ friendly_name: name = '', status, created_at, updated_at }) => ({
    name,
    status,
    created_at,
    updated_at,
  }))
}
