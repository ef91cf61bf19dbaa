import { Flag } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { useDialogInUrl } from '../../lib/useDialogInUrl.ts'
import { SignInFirst } from '../../session/SignInFirst.tsx'
import { useSession } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { onDemandDialog } from '../../ui/loadOnDemand.tsx'
import type { PublicCommunity } from './directory-queries.ts'
import { addressOfCommunity } from './directory-view.ts'

const ReportDialog = onDemandDialog(async () => (await import('./ReportDialog.tsx')).ReportDialog, {
  title: 'Report this community',
})

type Props = { community: Pick<PublicCommunity, 'id' | 'name' | 'location'> }

/** `&report=new` opens the dialog, a protected action. */
export function ReportCommunity({ community }: Props) {
  const { value, open, close } = useDialogInUrl('report')
  const { pathname, search, key } = useLocation()
  const { status } = useSession()

  return (
    <>
      <Button variant="ghost" size="sm" icon={Flag} onClick={() => open('new')}>
        Report
      </Button>
      {value === 'new' && status === 'signed-out' && (
        <SignInFirst
          key={key}
          continueTo={pathname + search}
          behind={addressOfCommunity(community)}
        />
      )}
      {value === 'new' && status === 'signed-in' && (
        <ReportDialog community={community} onClose={close} />
      )}
    </>
  )
}
