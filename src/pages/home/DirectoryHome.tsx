import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { brand } from '../../app/brand.ts'
import { NewCommunityFromUrl } from '../../features/listing/NewCommunityFromUrl.tsx'
import { PageMeta } from '../../app/PageMeta.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { ErrorState, StaleNotice } from '../../ui/Feedback.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { openedFrom } from '../../lib/useDialogInUrl.ts'
import { cx } from '../../ui/cx.ts'
import { CommunityImage } from '../../features/community/CommunityImage.tsx'
import { bestList, directoryCache, homeList } from '../../features/directory/directory-cache.ts'
import {
  countOf,
  countsQuery,
  describeCommunities,
  type ListedCommunity,
  useCommunityList,
} from '../../features/directory/directory-queries.ts'
import { getViewUrl, noFilter } from '../../features/directory/directory-view.ts'
import { CommunityGrid, LoadingGrid } from '../../features/directory/CommunityGrid.tsx'
import { DirectoryMap } from '../../features/directory/map/DirectoryMap.tsx'
import { HomeHero } from './HomeHero.tsx'
import { describeList, useStructuredData } from '../../features/directory/structured-data.ts'

const sectionClass = 'mx-auto w-full max-w-6xl px-4 sm:px-6'

/** / when the directory is live. `?list=new` opens the dialog for a new community on top. */
export function DirectoryHome() {
  return (
    <QueryClientProvider client={directoryCache}>
      <PageMeta
        title="WhatsApp communities for travellers"
        description={`${brand.name} is a directory of WhatsApp communities for travellers and digital nomads. Find yours by place or by what you like to do.`}
      />
      <HomeHero />
      <Places />
      <Newest />
      <MapSection />
      <Pitch />
      <NewCommunityFromUrl />
    </QueryClientProvider>
  )
}

function Places() {
  const id = useId()
  const { data: counts, isError } = useQuery(countsQuery(noFilter))
  const { data: best } = useCommunityList(bestList)
  if (counts ? counts.locations.length === 0 : isError) return null

  return (
    <section aria-labelledby={id} className={cx(sectionClass, 'pt-10 sm:pt-12')}>
      <h2 id={id} className="text-2xl font-semibold sm:text-3xl">
        Where are you going?
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {counts
          ? counts.locations.map(({ name, country, communities }) => (
              <li key={name} className="min-w-0">
                <Link
                  to={getViewUrl({ location: name })}
                  className="flex h-full flex-col overflow-hidden rounded-2xl border border-line bg-surface wrap-anywhere text-ink no-underline shadow-card transition-shadow hover:shadow-raised"
                >
                  <span className="block aspect-2/1 bg-sunken">
                    {best && (
                      <CommunityImage
                        src={findImage(best, name)}
                        isSmall
                        className="size-full rounded-none!"
                      />
                    )}
                  </span>
                  <span className="flex flex-1 flex-col px-4 py-3">
                    <span dir="auto" className="font-display text-lg leading-tight font-semibold">
                      {name}
                    </span>
                    <span className="text-sm text-ink-soft">{country}</span>
                    <span className="mt-auto min-h-5 pt-2 text-sm font-semibold text-accent-ink tabular-nums">
                      {describeCommunities(countOf(counts, communities))}
                    </span>
                  </span>
                </Link>
              </li>
            ))
          : Array.from({ length: 6 }, (_, index) => (
              <li key={index}>
                <Skeleton className="h-48 rounded-2xl!" />
              </li>
            ))}
      </ul>
    </section>
  )
}

/** Returns the image of the community in a place that most travelers join. */
const findImage = (best: readonly ListedCommunity[], place: string): string =>
  best.find(({ location }) => location === place)?.image_url ?? '/placeholder.svg'

function Newest() {
  const id = useId()
  const list = useCommunityList(homeList)
  const { data: communities } = list
  useStructuredData(communities && describeList(communities))
  if (communities?.length === 0) return null

  return (
    <section aria-labelledby={id} className={cx(sectionClass, 'pt-12 sm:pt-14')}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-2xl font-semibold sm:text-3xl">
          New here
        </h2>
        <Link
          to="/communities"
          className="inline-flex items-center gap-1.5 rounded-sm font-semibold text-ink underline decoration-clay decoration-2 underline-offset-4"
        >
          See all communities
          <ArrowRight aria-hidden="true" className="size-4 rtl:rotate-180" />
        </Link>
      </div>
      <StaleNotice query={list} />
      {communities ? (
        <CommunityGrid communities={communities} label="New here" columns={4} />
      ) : list.isError ? (
        <ErrorState
          title="Couldn't load the communities"
          hasAdvice
          query={{
            isFetching: list.isFetching,
            // Including the places, which show no error.
            refetch: () => directoryCache.refetchQueries({ type: 'active' }),
          }}
        />
      ) : (
        <LoadingGrid cards={homeList.pageSize} columns={4} />
      )}
    </section>
  )
}

function MapSection() {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx(sectionClass, 'pt-12 noscript:hidden sm:pt-14')}>
      <h2 id={id} className="mb-4 text-2xl font-semibold sm:text-3xl">
        Around the world
      </h2>
      <DirectoryMap
        filter={noFilter}
        selected={[]}
        hrefOf={(location) => getViewUrl({ location })}
      />
    </section>
  )
}

function Pitch() {
  return (
    <section aria-label="List and partner" className={cx(sectionClass, 'py-12 sm:py-16')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex flex-col items-start gap-3 rounded-2xl bg-accent-soft p-6 text-accent-ink noscript:hidden">
          <h2 className="text-xl font-semibold">Run a community?</h2>
          <p className="flex-1">
            List it here. Once an admin approves it, travellers can find and join it.
          </p>
          <Link
            to="/?list=new"
            state={openedFrom('/')}
            className={buttonClass({ variant: 'secondary' })}
          >
            List your community
          </Link>
        </div>
        <div className="flex flex-col items-start gap-3 rounded-2xl border border-line bg-surface p-6">
          <h2 className="text-xl font-semibold">Run a business?</h2>
          <p className="flex-1 text-ink-soft">
            Reach people in these communities, where they already talk.
          </p>
          <Link to="/business-partnership" className={buttonClass({ variant: 'secondary' })}>
            See what a partnership offers
          </Link>
        </div>
      </div>
    </section>
  )
}
