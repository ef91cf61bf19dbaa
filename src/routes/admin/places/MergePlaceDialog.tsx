import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { database } from '../../../supabase/database.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { useWrite } from '../../../supabase/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { formatCountOf } from '../../../ui/format.ts'
import { type ListedPlace, type PlaceOption, reloadPlaces } from './place-queries.ts'
import { PlaceSelect } from './PlaceSelect.tsx'

type Props = {
  place: ListedPlace
  onClose: () => void
  onMerged: (kept: PlaceOption) => void
}

/** Merges a place into another one, after stating what happens to its communities and names. */
export function MergePlaceDialog({ place, onClose, onMerged }: Props) {
  const queries = useQueryClient()
  const [kept, setKept] = useState<PlaceOption | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const formId = useId()

  const merge = useWrite({
    write: async (target: PlaceOption) => {
      unwrap(await database.rpc('merge_places', { merged_id: place.id, kept_id: target.id }))
      await reloadPlaces(queries)
    },
    failure: 'Failed to merge places',
    showReasonIn: 'dialog',
    onSuccess: (_result, target) => onMerged(target),
  })

  return (
    <Dialog
      open
      onOpenChange={() => !merge.isPending && onClose()}
      title={`Merge ${place.name} into another place`}
      footer={
        <>
          <Button variant="secondary" disabled={merge.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" isPending={merge.isPending}>
            {kept ? `Merge into ${kept.name}` : 'Merge'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          setIsChecked(true)
          if (kept) void merge.run(kept)
        }}
      >
        <PlaceSelect
          label="Keep this place"
          isOffered={({ id }) => id !== place.id}
          chosen={kept}
          onChange={(choice) => {
            setKept(choice)
            merge.reset()
          }}
          error={isChecked && !kept ? 'Please select a place' : undefined}
        />
        {kept && (
          <Notice tone="warning" title={describeMove(place.communities, kept.name)}>
            <p>
              {`${place.name} is then deleted. Its name becomes an alternative name of ${kept.name}, so old links and searches keep working. This can't be undone.`}
            </p>
            {!kept.is_active && <p>{`${kept.name} is retired: owners can't choose it.`}</p>}
          </Notice>
        )}
        {merge.problem && <Notice tone="danger">{merge.problem}</Notice>}
      </form>
    </Dialog>
  )
}

function describeMove(communities: number, kept: string): string {
  return communities === 0
    ? 'No communities are listed there'
    : `${formatCountOf(communities, 'community moves', 'communities move')} to ${kept}`
}
