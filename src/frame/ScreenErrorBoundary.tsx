import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation } from 'react-router-dom'
import { PageMeta } from './PageMeta.tsx'
import { UnexpectedError } from './UnexpectedError.tsx'

/** Replaces a screen that threw or failed to load, until the user navigates. */
export function ScreenErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const fallback = (
    <>
      <PageMeta title="Unexpected error" description="Something went wrong on this page." />
      <UnexpectedError />
    </>
  )
  return (
    <ErrorBoundary fallback={fallback} resetKeys={[pathname, search]}>
      {children}
    </ErrorBoundary>
  )
}
