import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, MapPinOff } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { isolate } from '../../../lib/isolate.ts'
import { PageMeta } from '../../../app/PageMeta.tsx'
import { isUuid } from '../../../lib/uuid.ts'
import { ErrorState, StaleNotice } from '../../../ui/Feedback.tsx'
import { clayLink } from '../../../ui/text-link.ts'
import { CommunityDetails, Heading } from './CommunityDetails.tsx'
import { CommunityGrid, LoadingGrid } from '../CommunityGrid.tsx'
import { findListed, getOthersList, otherCount } from '../directory-cache.ts'
import { communityQuery, useCommunityList } from '../directory-queries.ts'
import { getCommunityPath } from '../../community/community-path.ts'
import { getViewUrl } from '../directory-view.ts'
import { LoadingCommunity } from './LoadingCommunity.tsx'
import { describeCommunity, useStructuredData } from '../structured-data.ts'

type Props = {
  id: string
  /** From the URL, so that a community that is no longer listed still leads to others there. */
  location: string | null
  listUrl: string | null
}

export function CommunityPage({ id, location, listUrl }: Props) {
  return (
    <>
      <Link
        to={listUrl ?? getViewUrl({ location })}
        className="inline-flex min-h-9 items-center gap-1.5 rounded-lg pe-2 text-[0.9375rem] font-semibold text-ink no-underline hover:underline print:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:rotate-180" />
        <span>
          {listUrl === getViewUrl({ saved: true })
            ? 'Saved communities'
            : listUrl?.includes('?')
              ? 'Back to your results'
              : location && !listUrl
                ? `Communities in ${isolate(location)}`
                : 'All communities'}
        </span>
      </Link>
      {isUuid(id) ? (
        <LoadedCommunity id={id} location={location} />
      ) : (
        <NotListed location={location} />
      )}
    </>
  )
}

function LoadedCommunity({ id, location }: Pick<Props, 'id' | 'location'>) {
  const { data, isError, isFetching, refetch } = useQuery(communityQuery(id))
  const [listed] = useState(() => findListed(id))
  useStructuredData(data ? describeCommunity(data) : undefined)

  if (data === null) return <NotListed location={location} />
  const community = data ?? listed
  if (community) {
    return (
      <>
        <StaleNotice query={{ isRefetchError: isError, isFetching, refetch }}>
          Couldn't load the current details of this community.
        </StaleNotice>
        <CommunityDetails community={community} />
        <OtherCommunities location={community.location} except={id} />
      </>
    )
  }
  if (!isError) return <LoadingCommunity id={id} />
  return (
    <div className="mt-4">
      <PageMeta
        title="Community"
        description="This community could not be loaded."
        canonicalPath={getCommunityPath(id)}
      />
      <ErrorState title="Couldn't load this community" query={{ isFetching, refetch }} hasAdvice />
    </div>
  )
}

/** For a link to a community that does not exist or is no longer approved. */
function NotListed({ location }: Pick<Props, 'location'>) {
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
          It is no longer in the directory, or the link is incomplete.
        </p>
      </div>
      <OtherCommunities location={location} />
    </>
  )
}

/** The newest communities in a place, or anywhere. Hidden if they fail to load: they are an extra. */
function OtherCommunities({ location, except }: Pick<Props, 'location'> & { except?: string }) {
  const id = useId()
  const { data, isError } = useCommunityList(getOthersList(location))
  const others = data?.filter((community) => community.id !== except).slice(0, otherCount)
  if (isError || others?.length === 0) return null
  const heading = location ? `Communities in ${isolate(location)}` : 'Newest communities'
  const title = except && location ? `More in ${isolate(location)}` : heading

  return (
    <section aria-labelledby={id} className="mt-12 border-t border-line pt-8 pb-6 print:hidden">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-2xl font-semibold">
          {title}
        </h2>
        <Link to={getViewUrl({ location })} className={clayLink}>
          See all
        </Link>
      </div>
      {others ? (
        <CommunityGrid communities={others} label={title} columns={4} />
      ) : (
        <LoadingGrid cards={otherCount} columns={4} />
      )}
    </section>
  )
}
