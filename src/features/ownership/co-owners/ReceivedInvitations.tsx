import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { formatDate } from '../../../ui/format.ts'
import { ownCommunitiesFilter } from '../../community/own-community-queries.ts'
import { useWrite } from '../../data/useWrite.ts'
import type { SessionUser } from '../../session/useSession.ts'
import { useSuspension } from '../../suspension/suspension.ts'
import { coOwnersFilter, type ReceivedInvitation, receivedInvitations } from './co-owners.ts'

/** The open invitations of the user. Shows nothing without any. */
export function ReceivedInvitations({ user }: { user: SessionUser }) {
  const { data: invitations = [] } = useQuery(receivedInvitations)
  const isSuspended = Boolean(useSuspension(user.id))
  if (invitations.length === 0) return null
  return (
    <Card title="Invitations">
      <fieldset disabled={isSuspended} className="min-w-0">
        <ul className="-my-4 divide-y divide-line">
          {invitations.map((invitation) => (
            <InvitationItem key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      </fieldset>
    </Card>
  )
}

function InvitationItem({ invitation }: { invitation: ReceivedInvitation }) {
  const queries = useQueryClient()
  const { id, kind, expires_at } = invitation
  // Nameless while no admin has approved the name.
  const name = invitation.community ?? 'a community in review'
  const isHandOver = kind === 'transfer'
  const [isAccepting, setIsAccepting] = useState(false)
  const answer = useWrite({
    write: async (isAccepted: boolean) => {
      const given = { invitation_id: id, is_accepted: isAccepted }
      unwrap(await supabase.rpc('answer_invitation', given))
      return isAccepted
    },
    failure: "Couldn't answer the invitation",
    showReasonIn: 'toast',
    onMutate: setIsAccepting,
    // The row disappears. Also after an error: the invitation may have been withdrawn.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries(coOwnersFilter),
        queries.invalidateQueries(ownCommunitiesFilter),
      ]),
  })

  return (
    <li className="space-y-3 py-4">
      <h3 className="font-semibold wrap-anywhere">
        <span>{isHandOver ? 'Become the owner of ' : 'Become a co-owner of '}</span>
        <span dir="auto" translate={invitation.community ? 'no' : 'yes'}>
          {name}
        </span>
      </h3>
      <p className="text-sm text-ink-soft">
        {isHandOver
          ? 'You become its only owner: you can edit it, delete it and hand it over.'
          : 'You can edit it, see its joins and answer claims. Its owner sees your name, can remove you, and can make you the owner when they delete their account.'}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          aria-label={`Accept: ${isolate(name)}`}
          isPending={answer.isPending && isAccepting}
          onClick={() => void answer.run(true)}
        >
          Accept
        </Button>
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Decline: ${isolate(name)}`}
          isPending={answer.isPending && !isAccepting}
          onClick={() => void answer.run(false)}
        >
          Decline
        </Button>
        <p className="text-sm text-ink-soft">{`Open until ${formatDate(expires_at)}`}</p>
      </div>
    </li>
  )
}
