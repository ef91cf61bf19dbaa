import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MapPinCheck } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { updateCommunityColumns } from '../community/update-community-columns.ts'
import { useWrite } from '../data/useWrite.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { citiesByFirstLetter } from './cities.ts'
import { requestedInput } from './place-form.ts'
import { PlaceChoiceDialog } from './PlaceChoiceDialog.tsx'
import { PlaceFormDialog } from './PlaceFormDialog.tsx'
import { type Community, isWithoutPlace } from '../community/fields.ts'

type RequestedFor = Pick<Community, 'id' | 'status' | 'location' | 'updated_at'>

type Props = PlaceForm & { community: RequestedFor; request: string }

export type PlaceForm = {
  /** The version that the reviewer saw when they opened the form: a live update must not replace it. */
  adding: RequestedFor | null
  /** Runs for each press in the dialogs. */
  onPress: (event: MouseEvent) => void
  onClose: () => void
  onResolved: () => void
}

/**
 * The place that an owner requested. A reviewer adds it or chooses another one. Adding it takes two calls: if the second
 * fails, the place exists, and a notice offers to use it.
 */
export function AnswerPlaceRequest(props: Props) {
  const { community, request, adding, onPress, onClose, onResolved } = props
  const queries = useQueryClient()
  const [isChoosing, setIsChoosing] = useState(false)
  /** The name of a place that was added, but that the community does not have. */
  const [unusedPlace, setUnusedPlace] = useState<string | null>(null)
  const { location } = community
  // Fills in the form if it loads.
  const cities = useQuery({
    ...citiesByFirstLetter(request),
    enabled: adding !== null,
    retry: false,
  })

  const reload = () => void queries.invalidateQueries({ queryKey: ['admin'] })
  const close = () => {
    setIsChoosing(false)
    onClose()
  }
  const finish = () => {
    close()
    reload()
    onResolved()
  }
  const resolving = {
    success: 'Location updated',
    failure: 'Failed to update the location',
    // The reviewer sees the version that another admin or the owner saved.
    onError: reload,
  }
  const resolve = useWrite({
    ...resolving,
    write: resolveRequest,
    showReasonIn: 'toast',
    onSuccess: finish,
  })

  return (
    <section
      aria-label="Requested place"
      className="space-y-3 rounded-xl bg-warning-soft/50 px-4 py-3 text-sm"
    >
      <div>
        <p className="font-semibold">{`Requested place: ${request}`}</p>
        <p className="text-ink-soft">
          {isWithoutPlace(community)
            ? 'You can approve this community once it has a place.'
            : `The community stays in ${isolate(location ?? '')} until you add the place, and if you decline it.`}
        </p>
      </div>
      {unusedPlace && (
        <Notice
          tone="danger"
          title={`${unusedPlace} was added, but this community isn't listed there yet`}
          action={
            <SmallButton
              isPending={resolve.isPending}
              onClick={() => void resolve.run({ community, place: unusedPlace })}
            >
              {`Use ${unusedPlace}`}
            </SmallButton>
          }
        >
          {resolve.problem}
        </Notice>
      )}
      {cities.isLoading && <p role="status">Loading the form...</p>}
      <div className="contents" role="presentation" onClick={onPress}>
        {adding && !isChoosing && !cities.isLoading && (
          <PlaceFormDialog
            initial={requestedInput(request, cities.data ?? [])}
            alternative={
              <>
                <SmallButton
                  icon={MapPinCheck}
                  className="mt-2"
                  onClick={() => setIsChoosing(true)}
                >
                  Use an existing place
                </SmallButton>
                <p className="mt-2 text-sm text-ink-soft">
                  Undo does not remove a place. You can retire it under Manage.
                </p>
              </>
            }
            onClose={close}
            onSaved={async (place) => {
              close()
              const isUsed = await resolve.run({ community: adding, place })
              if (!isUsed) setUnusedPlace(place)
            }}
          />
        )}
        {adding && isChoosing && (
          <PlaceChoiceDialog
            {...resolving}
            title="Use an existing place"
            description={`Requested: ${request}`}
            label="Place"
            isOffered={({ is_active }) => is_active}
            submitLabel={() => 'Use this place'}
            write={({ name }) => resolveRequest({ community: adding, place: name })}
            onClose={close}
            onSaved={finish}
          />
        )}
      </div>
    </section>
  )
}

type Resolution = { community: RequestedFor; place: string }

/** Sets the place of a community, and removes its request. Refused if the community has changed since it was loaded. */
const resolveRequest = ({ community: { id, updated_at }, place }: Resolution) =>
  updateCommunityColumns(id, { location: place, requested_place: null, updated_at })
