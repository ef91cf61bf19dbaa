import type { ImageUpload } from './images/useImageUpload.tsx'

/** What happens to the chosen image, for the eye and for a screen reader. */
export function ImageProgress({ state }: { state: ImageUpload['state'] }) {
  return (
    <output className="block">
      {state.phase === 'working' && (
        <div className="mt-4 space-y-1.5">
          <p className="text-sm font-medium text-ink">{state.step}</p>
          <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
            <div
              className="h-full rounded-full bg-accent transition-[width]"
              style={{ width: `${Math.max(8, state.share * 100)}%` }}
            />
          </div>
        </div>
      )}
      {state.phase === 'done' && (
        <p className="mt-4 text-sm font-medium text-success-ink">{state.message}</p>
      )}
    </output>
  )
}
