import { LoadingRows } from '../ui/Loading.tsx'

/**
 * Stands in for a guarded screen until it is known who is there. Its title is painted at once, but is
 * no heading: the screen brings its own, which gets the focus.
 */
export function LoadingPage({ title }: { title: string }) {
  return (
    <div className="mx-auto min-h-dvh w-full max-w-6xl space-y-6 px-4 py-8 sm:px-6 sm:py-10">
      <p
        aria-hidden="true"
        className="font-display text-3xl font-semibold tracking-tight sm:text-4xl"
      >
        {title}
      </p>
      <LoadingRows />
    </div>
  )
}
