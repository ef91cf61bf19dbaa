import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import { supabase } from '../../../supabase/client.ts'
import { failureMessage, unwrap } from '../../../supabase/errors.ts'
import { Button, SmallButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { ownCommunitiesFilter } from '../../community/own-community-queries.ts'
import { useWrite } from '../../data/useWrite.ts'
import { coOwnersFilter, type CoOwner } from './co-owners.ts'

type Props = {
  communities: readonly { id: string; name: string; coOwners: readonly CoOwner[] }[]
  /** Why the last one was not handed over. The caller keeps it: a community without co-owners leaves the list. */
  problem: string | null
  onProblem: (problem: string | null) => void
  onContinue: () => void
  onClose: () => void
}

/** Offers to hand over the communities with co-owners, before the account and its communities are deleted. */
export function HandOverDialog({ communities, problem, onProblem, onContinue, onClose }: Props) {
  return (
    <Dialog
      onClose={onClose}
      title="Hand over your communities?"
      description="These communities have co-owners. Those that you don't hand over are deleted with your account."
      footer={
        <>
          {problem && (
            <Notice tone="danger" className="w-full">
              {problem}
            </Notice>
          )}
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={onContinue}>Continue</Button>
        </>
      }
    >
      {/* Receives the focus when the focused row disappears. */}
      <ul tabIndex={-1} className="-my-4 divide-y divide-line">
        {communities.map((community) => (
          <HandOverRow key={community.id} {...community} onProblem={onProblem} />
        ))}
      </ul>
    </Dialog>
  )
}

type RowProps = Props['communities'][number] & Pick<Props, 'onProblem'>

function HandOverRow({ id, name, coOwners, onProblem }: RowProps) {
  const failure = `Failed to hand over “${isolate(name)}”`
  const queries = useQueryClient()
  const [chosen, setChosen] = useState('')
  const newOwner = coOwners.find(({ user_id }) => user_id === chosen) ?? coOwners[0]
  const handOver = useWrite({
    write: async () => {
      const given = { community_id: id, new_owner_id: newOwner?.user_id ?? '' }
      unwrap(await supabase.rpc('hand_over_community', given))
    },
    success: 'Community handed over',
    failure,
    showReasonIn: 'dialog',
    onMutate: () => onProblem(null),
    onError: (error) => onProblem(failureMessage(failure, error)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries(coOwnersFilter),
        queries.invalidateQueries(ownCommunitiesFilter),
      ]),
  })
  return (
    <li className="space-y-3 py-4">
      <h3 dir="auto" translate="no" className="font-semibold wrap-anywhere">
        {name}
      </h3>
      <SelectField
        label="New owner"
        value={newOwner?.user_id}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        {coOwners.map(({ user_id, name: coOwner }) => (
          <option dir="auto" key={user_id} value={user_id} translate="no">
            {coOwner}
          </option>
        ))}
      </SelectField>
      <SmallButton
        aria-label={`Hand over ${isolate(name)}`}
        isPending={handOver.isPending}
        onClick={() => void handOver.run()}
      >
        Hand over
      </SmallButton>
    </li>
  )
}
