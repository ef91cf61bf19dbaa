import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation } from 'react-router-dom'
import { reloadPage } from '../lib/reload.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { LogoMark } from '../ui/LogoMark.tsx'
import { PageMeta } from './PageMeta.tsx'

/** Replaces a screen that threw or failed to load, until the user navigates. */
export function ScreenErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  return (
    <ErrorBoundary fallback={<UnexpectedError />} resetKeys={[pathname, search]}>
      {children}
    </ErrorBoundary>
  )
}

function UnexpectedError() {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-4 px-4 py-20 text-center">
      <PageMeta title="Unexpected error" description="Something went wrong on this page." />
      <LogoMark className="size-14 -rotate-12" />
      <div role="alert" className="space-y-3">
        <h1 className="text-3xl font-semibold">Unexpected Application Error!</h1>
        <p className="text-ink-soft">
          This page took a wrong turn. Reloading it usually helps; everything you saved is safe.
        </p>
      </div>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button onClick={reloadPage}>Reload the page</Button>
        {/* A full page load, because the running app may be broken. */}
        <a href="/" className={buttonClass({ variant: 'secondary' })}>
          Go to the home page
        </a>
      </div>
    </div>
  )
}
