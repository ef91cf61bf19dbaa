import { useIsOffline } from '../../lib/useIsOffline.ts'
import { reloadPage } from '../../lib/reload.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { LogoMark } from '../../ui/LogoMark.tsx'

/** Replaces a component that threw. Needs no router and no session, because one of them may have thrown. */
export function UnexpectedError() {
  const isOffline = useIsOffline()
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-4 px-4 py-20 text-center">
      <LogoMark className="size-14 -rotate-12" />
      <div role="alert" className="space-y-3">
        <h1 className="text-3xl font-semibold">Unexpected Application Error!</h1>
        <p className="text-ink-soft">
          This page took a wrong turn. Reloading it usually helps; everything you saved is safe.
        </p>
      </div>
      {/* Both lead to the browser's own error page while it is offline. */}
      {!isOffline && (
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          <Button onClick={reloadPage}>Reload the page</Button>
          {/* A full page load, because the running app may be broken. */}
          <a href="/" className={buttonClass({ variant: 'secondary' })}>
            Go to the home page
          </a>
        </div>
      )}
    </div>
  )
}
