import { useQueryClient } from '@tanstack/react-query'
import { isolate } from '../../lib/isolate.ts'
import { supabase } from '../../supabase/client.ts'
import { unwrap } from '../../supabase/errors.ts'
import { Notice } from '../../ui/Feedback.tsx'
import { formatCountOf } from '../../ui/format.ts'
import { type ListedPlace, type PlaceOption, reloadPlaces } from './place-queries.ts'
import { PlaceChoiceDialog } from './PlaceChoiceDialog.tsx'

type Props = {
  place: ListedPlace
  onClose: () => void
  onMerged: (kept: PlaceOption) => void
}

/** Merges a place into another one. */
export function MergePlaceDialog({ place, onClose, onMerged }: Props) {
  const queries = useQueryClient()
  return (
    <PlaceChoiceDialog
      title={`Merge ${isolate(place.name)} into another place`}
      label="Keep this place"
      isOffered={({ id }) => id !== place.id}
      submitLabel={(kept) => (kept ? `Merge into ${isolate(kept.name)}` : 'Merge')}
      isDangerous
      write={async (kept) => {
        unwrap(await supabase.rpc('merge_places', { merged_id: place.id, kept_id: kept.id }))
        await reloadPlaces(queries)
      }}
      failure="Failed to merge places"
      onClose={onClose}
      onSaved={onMerged}
    >
      {(kept) => (
        <Notice tone="warning" title={describeMove(place.communities, kept.name)}>
          <p>
            {`${isolate(place.name)} is then deleted. Its name becomes an alternative name of ${isolate(kept.name)}, so old links and searches keep working. This can't be undone.`}
          </p>
          {!kept.is_active && <p>{`${isolate(kept.name)} is retired: owners can't choose it.`}</p>}
        </Notice>
      )}
    </PlaceChoiceDialog>
  )
}

function describeMove(communities: number, kept: string): string {
  return communities === 0
    ? 'No communities are listed there'
    : `${formatCountOf(communities, 'community moves', 'communities move')} to ${kept}`
}
