import { Skeleton } from './Skeleton.tsx'

/** Stands in for rows on their way; as tall as the window, so that nothing below is seen to move. */
export function LoadingRows() {
  return (
    <div className="min-h-dvh space-y-4">
      <p role="status" className="text-ink-soft">
        Loading...
      </p>
      {['h-24', 'h-24 opacity-75', 'h-24 opacity-50', 'h-24 opacity-25'].map((look) => (
        <Skeleton key={look} className={`w-full rounded-xl ${look}`} />
      ))}
    </div>
  )
}
