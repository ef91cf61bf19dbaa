import { LoadingText, Skeleton } from '../../ui/Loading.tsx'

/** As tall as the window, so that the footer does not jump when the community appears. */
export function LoadingCommunity() {
  return (
    <div className="mt-4 min-h-dvh">
      <LoadingText />
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-4">
          <Skeleton className="aspect-3/2 rounded-2xl! sm:aspect-2/1" />
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-10 w-3/4" />
        </div>
        <Skeleton className="h-80 rounded-2xl!" />
      </div>
    </div>
  )
}
