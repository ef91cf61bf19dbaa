import { useQueryClient } from '@tanstack/react-query'
import { MapPinCheck, MapPinPlus } from 'lucide-react'
import { useState } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { updateCommunity } from '../community/update-community.ts'
import { useWrite } from '../data/useWrite.ts'
import { Button, SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { citiesByFirstLetter } from './cities.ts'
import { type PlaceInput, requestedInput } from './place-form.ts'
import { PlaceChoiceDialog } from './PlaceChoiceDialog.tsx'
import { PlaceFormDialog } from './PlaceFormDialog.tsx'
import { type Community, isWithoutPlace } from '../community/fields.ts'

type RequestedFor = Pick<Community, 'id' | 'status' | 'location' | 'updated_at'>
type Props = { community: RequestedFor; request: string; onResolved: () => void }
type Addition = { community: RequestedFor; initial: PlaceInput }

/**
 * The place that an owner requested. A reviewer adds it, chooses another one or keeps the current one. Adding it takes two
 * calls: if the second fails, the place exists, and a notice offers to use it.
 */
export function PlaceRequest({ community, request, onResolved }: Props) {
  const queries = useQueryClient()
  // The dialogs keep the version that the reviewer saw: a live update must not replace it.
  const [adding, setAdding] = useState<Addition | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  const [choosing, setChoosing] = useState<RequestedFor | null>(null)
  /** The name of a place that was added, but that the community does not have. */
  const [unusedPlace, setUnusedPlace] = useState<string | null>(null)
  const { location } = community

  const reload = () => void queries.invalidateQueries({ queryKey: ['admin'] })
  const finish = () => {
    setChoosing(null)
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

  /** Opens the form, filled in from the city data if it loads. */
  const openForm = async () => {
    setIsLoading(true)
    const cities = await queries.fetchQuery(citiesByFirstLetter(request)).catch(() => [])
    setAdding({ community, initial: requestedInput(request, cities) })
    setIsLoading(false)
  }

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
            : `Until you decide, the community is listed in ${isolate(location ?? '')}.`}
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
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={MapPinPlus} isPending={isLoading} onClick={() => void openForm()}>
          Add place
        </Button>
        <SmallButton icon={MapPinCheck} onClick={() => setChoosing(community)}>
          Use an existing place
        </SmallButton>
        {location && (
          <SmallButton
            isPending={resolve.isPending}
            onClick={() => void resolve.run({ community, place: location })}
          >
            {`Keep ${isolate(location)}`}
          </SmallButton>
        )}
      </div>
      {adding && (
        <PlaceFormDialog
          initial={adding.initial}
          onClose={() => setAdding(null)}
          onSaved={async (place) => {
            setAdding(null)
            const isUsed = await resolve.run({ community: adding.community, place })
            if (!isUsed) setUnusedPlace(place)
          }}
        />
      )}
      {choosing && (
        <PlaceChoiceDialog
          {...resolving}
          title="Use an existing place"
          description={`Requested: ${request}`}
          label="Place"
          isOffered={({ is_active }) => is_active}
          submitLabel={() => 'Use this place'}
          write={({ name }) => resolveRequest({ community: choosing, place: name })}
          onClose={() => setChoosing(null)}
          onSaved={finish}
        />
      )}
    </section>
  )
}

type Resolution = { community: RequestedFor; place: string }

/** Sets the place of a community, and removes its request. Refused if the community has changed since it was loaded. */
const resolveRequest = ({ community: { id, updated_at }, place }: Resolution) =>
  updateCommunity(id, { location: place, requested_place: null, updated_at })
