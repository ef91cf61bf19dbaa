import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { LoadState } from '../admin/ListParts.tsx'
import { useSession } from '../session/useSession.ts'
import { SuspendUserDialog, UndoSuspension } from '../suspension/SuspendDialogs.tsx'
import { UserDialog } from '../users/UserDialogs.tsx'
import type { AdminUser } from '../users/user-queries.ts'
import { userById } from './case-queries.ts'
import { CaseSections } from './CaseSections.tsx'

type Props = {
  user: AdminUser
  /** Where the file opens. */
  at?: 'timeline' | undefined
  onClose: () => void
  /** Runs once new credits are saved. */
  onSaved: () => void
}

/** The profile of a user, with what admins know about them and what they can do. */
export function CaseFile({ user, at, onClose, onSaved }: Props) {
  const isSelf = useSession().user?.id === user.id
  const queries = useQueryClient()
  const timeline = useRef<HTMLHeadingElement>(null)
  const [step, setStep] = useState<'suspending' | 'suspended' | null>(null)
  const reload = () => void queries.invalidateQueries({ queryKey: ['admin'] })

  return (
    <UserDialog
      user={user}
      onClose={onClose}
      onSaved={onSaved}
      initialFocus={at && (() => timeline.current?.focus())}
      actions={
        !isSelf &&
        !user.suspension &&
        step !== 'suspended' && (
          <Button
            variant="secondary"
            icon={Ban}
            className="mr-auto"
            onClick={() => setStep('suspending')}
          >
            Suspend
          </Button>
        )
      }
    >
      <>
        {step === 'suspended' && (
          <div className="mt-5">
            <UndoSuspension
              user={user}
              onUndone={() => {
                setStep(null)
                reload()
              }}
              onExpired={() => setStep(null)}
            />
          </div>
        )}
        <CaseSections user={user} timeline={timeline} />
        {step === 'suspending' && (
          <SuspendUserDialog
            user={user}
            onClose={() => {
              setStep(null)
              reload()
            }}
            onSaved={() => {
              setStep('suspended')
              reload()
            }}
          />
        )}
      </>
    </UserDialog>
  )
}

type ByIdProps = { id: string; onClose: () => void }

/** The file of a user that a link names. */
export function CaseFileById({ id, onClose }: ByIdProps) {
  const queries = useQueryClient()
  const query = useQuery(userById(id))
  if (query.data) {
    const finish = () => {
      onClose()
      void queries.invalidateQueries({ queryKey: ['admin'] })
    }
    return <CaseFile user={query.data} onClose={onClose} onSaved={finish} />
  }
  return (
    <Dialog onClose={onClose} title="User Profile" size="lg">
      {query.data === null ? (
        <EmptyState title="This user no longer exists" icon={SearchX} />
      ) : (
        <LoadState query={query} failure="Error loading profiles" />
      )}
    </Dialog>
  )
}
