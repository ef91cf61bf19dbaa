import { useQueryClient } from '@tanstack/react-query'
import { MapPinCheck, MapPinPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { communityGone } from '../../../communities/fields.ts'
import { database } from '../../../supabase/database.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { useWrite } from '../../../supabase/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { onDemandDialog } from '../../../ui/on-demand-dialog.tsx'
import { citiesLike } from '../places/cities.ts'
import { type PlaceFormInput, requestedInput } from '../places/place-check.ts'
import type { PlaceOption } from '../places/place-queries.ts'
import { PlaceSelect } from '../places/PlaceSelect.tsx'
import { isWithoutPlace } from './pending-reason.ts'
import type { QueuedCommunity } from './queue-queries.ts'

const PlaceFormDialog = onDemandDialog(
  async () => (await import('../places/PlaceFormDialog.tsx')).PlaceFormDialog,
  { title: 'Add place' },
)

type Props = {
  community: QueuedCommunity
  /** The place in the owner's words. */
  request: string
  onResolved: () => void
}

/** The place that an owner requested. A reviewer adds it, chooses another one or keeps the current one. */
export function PlaceRequest({ community, request, onResolved }: Props) {
  const queries = useQueryClient()
  // The dialogs keep the version that the reviewer saw: a live update must not replace it.
  const [adding, setAdding] = useState<{
    community: QueuedCommunity
    initial: PlaceFormInput
  } | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  const [choosing, setChoosing] = useState<QueuedCommunity | null>(null)
  const { location } = community

  /** Opens the form, filled in from the city data if it loads. */
  const openForm = async () => {
    setIsLoading(true)
    const cities = await queries.fetchQuery(citiesLike(request)).catch(() => [])
    setAdding({ community, initial: requestedInput(request, cities) })
    setIsLoading(false)
  }

  const handleResolved = () => {
    void queries.invalidateQueries({ queryKey: ['admin'] })
    onResolved()
  }
  const resolve = useWrite({
    write: resolveRequest,
    success: 'Location updated',
    failure: 'Failed to update the location',
    showReasonIn: 'toast',
    onSuccess: handleResolved,
    // The reviewer sees the version that another admin or the owner saved.
    onError: () => void queries.invalidateQueries({ queryKey: ['admin'] }),
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
            : `Until you decide, the community is listed in ${location}.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={MapPinPlus} isPending={isLoading} onClick={() => void openForm()}>
          Add place
        </Button>
        <Button
          variant="secondary"
          size="sm"
          icon={MapPinCheck}
          onClick={() => setChoosing(community)}
        >
          Use an existing place
        </Button>
        {location && (
          <Button
            variant="secondary"
            size="sm"
            isPending={resolve.isPending}
            onClick={() => void resolve.run({ community, place: location })}
          >
            {`Keep ${location}`}
          </Button>
        )}
      </div>
      {adding && (
        <PlaceFormDialog
          initial={adding.initial}
          onClose={() => setAdding(null)}
          onSaved={(place) => {
            setAdding(null)
            void resolve.run({ community: adding.community, place })
          }}
        />
      )}
      {choosing && (
        <ChoosePlaceDialog
          community={choosing}
          request={request}
          onClose={() => setChoosing(null)}
          onChosen={handleResolved}
        />
      )}
    </section>
  )
}

type Resolution = { community: QueuedCommunity; place: string }

/** Sets the place of a community, and removes its request. Refused if the community has changed since it was loaded. */
async function resolveRequest({ community: { id, updated_at }, place }: Resolution) {
  unwrap(
    await database
      .from('communities')
      .update({ location: place, requested_place: null, updated_at })
      .eq('id', id)
      .select('id')
      .maybeSingle(),
    communityGone,
  )
}

type ChooseProps = Omit<Props, 'onResolved'> & { onClose: () => void; onChosen: () => void }

function ChoosePlaceDialog({ community, request, onClose, onChosen }: ChooseProps) {
  const [chosen, setChosen] = useState<PlaceOption | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const formId = useId()
  const queries = useQueryClient()
  const save = useWrite({
    write: ({ name }: PlaceOption) => resolveRequest({ community, place: name }),
    success: 'Location updated',
    failure: 'Failed to update the location',
    showReasonIn: 'dialog',
    onSuccess: () => {
      onClose()
      onChosen()
    },
    onError: () => void queries.invalidateQueries({ queryKey: ['admin', 'queue'] }),
  })

  return (
    <Dialog
      open
      onOpenChange={() => !save.isPending && onClose()}
      title="Use an existing place"
      description={`Requested: ${request}`}
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={save.isPending}>
            Use this place
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
          if (chosen) void save.run(chosen)
        }}
      >
        <PlaceSelect
          label="Place"
          isOffered={({ is_active }) => is_active}
          chosen={chosen}
          onChange={(place) => {
            setChosen(place)
            save.reset()
          }}
          error={isChecked && !chosen ? 'Please select a place' : undefined}
        />
        {save.problem && <Notice tone="danger">{save.problem}</Notice>}
      </form>
    </Dialog>
  )
}
