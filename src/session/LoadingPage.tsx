import { Spinner } from '../ui/Spinner.tsx'

export function LoadingPage() {
  return (
    <output className="flex min-h-dvh items-center justify-center gap-3 px-4 text-ink-soft">
      <Spinner />
      Loading...
    </output>
  )
}
