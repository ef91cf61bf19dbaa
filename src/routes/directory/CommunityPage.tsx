import { ArrowLeft, MapPinOff } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { PageMeta } from '../../frame/PageMeta.tsx'
import { ErrorState, StaleNotice } from '../../ui/Feedback.tsx'
import { CommunityDetails, Heading } from './CommunityDetails.tsx'
import { CommunityGrid, LoadingGrid } from './CommunityGrid.tsx'
import { useCommunity, useList } from './directory-queries.ts'
import { addressOf, type DirectoryView, noFilter } from './directory-view.ts'
import { LoadingCommunity } from './LoadingCommunity.tsx'

type Props = {
  id: string
  /** Where it is, as the link says: also a link to a community that is gone leads to its place. */
  place: DirectoryView['place']
  /** The address of the list it was opened from. */
  list: string | null
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** One community: what it is, and how to join it. */
export function CommunityPage({ id, place, list }: Props) {
  return (
    <>
      <Link
        to={list ?? addressOf({ place })}
        className="inline-flex min-h-9 items-center gap-1.5 rounded-lg pr-2 text-[0.9375rem] font-semibold text-ink no-underline hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {list || !place ? 'All communities' : `Communities in ${place}`}
      </Link>
      {uuid.test(id) ? <Loaded id={id} place={place} /> : <NotListed place={place} />}
    </>
  )
}

function Loaded({ id, place }: Pick<Props, 'id' | 'place'>) {
  const community = useCommunity(id)

  if (community.data === null) return <NotListed place={place} />
  if (community.data) {
    return (
      <>
        <StaleNotice query={community} />
        <CommunityDetails community={community.data} />
        <Others place={community.data.location} except={id} />
      </>
    )
  }
  if (!community.isError) return <LoadingCommunity />
  return (
    <div className="mt-4">
      <PageMeta title="Community" description="This community could not be loaded." />
      <ErrorState
        title="This community could not be loaded"
        onRetry={community.refetch}
        busy={community.isFetching}
      >
        Check your connection, or try again in a moment.
      </ErrorState>
    </div>
  )
}

/** For a link to a community that is unknown, withdrawn or no longer approved. */
function NotListed({ place }: Pick<Props, 'place'>) {
  return (
    <>
      <PageMeta
        title="Community not found"
        description="This community is not listed here."
        isIndexed={false}
      />
      <div className="my-6 flex flex-col items-center gap-3 text-center sm:my-10">
        <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <MapPinOff aria-hidden="true" className="size-7" />
        </span>
        <Heading>This community is not listed</Heading>
        <p className="max-w-md text-ink-soft">
          It is no longer in the directory, or the link to it is incomplete.
        </p>
      </div>
      <Others place={place} except="" />
    </>
  )
}

const otherSize = 4

/** The newest communities of a place, or of all. Nothing where they cannot be loaded: they are an extra. */
function Others({ place, except }: Pick<Props, 'place'> & { except: string }) {
  const id = useId()
  // One more, as the community itself may be among them.
  const { data, isError } = useList({
    filter: { ...noFilter, place },
    sort: 'newest',
    pageSize: otherSize + 1,
  })
  const others = data?.communities.filter((community) => community.id !== except)
  if (isError || others?.length === 0) return null
  const elsewhere = place ? `Communities in ${place}` : 'Newest communities'
  const title = except && place ? `More in ${place}` : elsewhere

  return (
    <section aria-labelledby={id} className="mt-12 border-t border-line pt-8 pb-6">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-2xl font-semibold">
          {title}
        </h2>
        <Link
          to={addressOf({ place })}
          className="rounded-sm font-semibold text-ink underline decoration-clay decoration-2 underline-offset-4"
        >
          See all
        </Link>
      </div>
      {others ? (
        <CommunityGrid communities={others.slice(0, otherSize)} label={title} columns={4} />
      ) : (
        <LoadingGrid cards={otherSize} columns={4} />
      )}
    </section>
  )
}
