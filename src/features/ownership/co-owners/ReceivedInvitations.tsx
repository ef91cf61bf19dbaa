import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { isolate } from '../../../lib/isolate.ts'
import { useUrlParams } from '../../../lib/url-params.ts'
import { supabase } from '../../../supabase/client.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { formatDate } from '../../../ui/format.ts'
import { textLink } from '../../../ui/text-link.ts'
import { ownCommunitiesFilter } from '../../community/own-community-queries.ts'
import { ConfirmButton } from '../../data/ConfirmButton.tsx'
import { useWrite } from '../../data/useWrite.ts'
import { useProfile } from '../../session/profile.ts'
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
        {invitations.some(({ kind }) => kind !== 'transfer') && <MissingName user={user} />}
      </fieldset>
    </Card>
  )
}

/** An account that was created with a code has no name until its user enters one: see `list_people`. */
function MissingName({ user }: { user: SessionUser }) {
  const { name } = useProfile(user) ?? {}
  if (name?.toLowerCase() !== user.email.split('@')[0]?.toLowerCase()) return null
  return (
    <p className="mt-4 text-sm">
      The owner sees “No name yet” until you{' '}
      <Link to="/profile?section=settings" className={textLink}>
        enter your name
      </Link>
      .
    </p>
  )
}

function InvitationItem({ invitation }: { invitation: ReceivedInvitation }) {
  const { id, kind, expires_at } = invitation
  // Nameless while no admin has approved the name.
  const name = invitation.community ?? 'a community in review'
  const isHandOver = kind === 'transfer'

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
          ? 'Its owner would like to hand it over to you.'
          : 'Its owner invites you. You can edit it, and see its joins and claims. The owner sees your name, can remove you, and can make you the owner when they delete their account.'}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {isHandOver ? (
          <AcceptOwnership id={id} name={name} />
        ) : (
          <AnswerButton id={id} name={name} answer="Accept" />
        )}
        <AnswerButton id={id} name={name} answer="Decline" />
        <p className="text-sm text-ink-soft">{`Open until ${formatDate(expires_at)}`}</p>
      </div>
    </li>
  )
}

const answerInvitation = async (invitation_id: string, is_accepted: boolean) =>
  unwrap(await supabase.rpc('answer_invitation', { invitation_id, is_accepted }))

/** Returns what follows an answer: the row disappears. Also after an error: the invitation may have been withdrawn. */
function useOutcome(isAccepted: boolean) {
  const queries = useQueryClient()
  const { setParams } = useUrlParams()
  return {
    failure: "Couldn't answer the invitation",
    onSuccess: () => isAccepted && setParams({ section: 'communities' }, { replace: true }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries(coOwnersFilter),
        queries.invalidateQueries(ownCommunitiesFilter),
      ]),
  }
}

type AnswerProps = { id: string; name: string }

function AnswerButton({ id, name, answer }: AnswerProps & { answer: 'Accept' | 'Decline' }) {
  const isAccepted = answer === 'Accept'
  const { run, isPending } = useWrite({
    write: () => answerInvitation(id, isAccepted),
    showReasonIn: 'toast',
    ...useOutcome(isAccepted),
  })
  return (
    <Button
      variant={isAccepted ? 'primary' : 'secondary'}
      size="sm"
      aria-label={`${answer}: ${isolate(name)}`}
      isPending={isPending}
      onClick={() => void run()}
    >
      {answer}
    </Button>
  )
}

/** Asks first: an owner is responsible for the community, and can't give it back without another user. */
const AcceptOwnership = ({ id, name }: AnswerProps) => (
  <ConfirmButton
    button={{ variant: 'primary', 'aria-label': `Accept: ${isolate(name)}`, children: 'Accept' }}
    title="Become the owner of this community?"
    confirmLabel="Become the owner"
    action={{
      write: () => answerInvitation(id, true),
      // Withdrawn in the meantime.
      goneCode: 'PT410',
      ...useOutcome(true),
    }}
  >
    <p>
      {`The owner of ${isolate(name)} would like to hand it over to you. You become its only owner: you get the emails about it, and you can edit it, delete it and hand it over.`}
    </p>
  </ConfirmButton>
)
