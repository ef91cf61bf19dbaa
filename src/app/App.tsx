import { type MouseEvent, type ReactNode, Suspense, useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation } from 'react-router-dom'
import { ConnectionNotice } from './frame/ConnectionNotice.tsx'
import { PageMeta } from './PageMeta.tsx'
import { SiteFooter } from './frame/SiteFooter.tsx'
import { SiteHeader } from './frame/SiteHeader.tsx'
import { UnexpectedError } from './frame/UnexpectedError.tsx'
import { useFocusOnNavigation } from './frame/useFocusOnNavigation.ts'
import { AppRoutes } from './routes.tsx'
import { enableDisplayFont, useDelayedDisplayFont } from '../ui/display-font.ts'
import { keepFocus } from '../ui/focus.ts'
import { Spinner } from '../ui/Loading.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
import { ToastArea } from '../ui/toast.tsx'

/** The frame around every screen. Requires a router. */
export function App() {
  useFocusOnNavigation()
  useEffect(keepFocus, [])
  useEffect(enableDisplayFont, [])

  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink href="#main">Skip to main content</SkipLink>
      <ConnectionNotice />
      <SiteHeader />
      {/* Only observes the links inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <main
        id="main"
        tabIndex={-1}
        onMouseDownCapture={rememberUrl}
        onClickCapture={ignoreSecondClick}
        className="flex flex-1 flex-col outline-none"
      >
        <ScreenErrorBoundary>
          <Suspense fallback={<ScreenLoading />}>
            <AppRoutes />
          </Suspense>
        </ScreenErrorBoundary>
      </main>
      <SiteFooter />
      <ToastArea />
    </div>
  )
}

/** Replaces a screen that threw or failed to load, until the user navigates. */
function ScreenErrorBoundary({ children }: { children: ReactNode }) {
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

let urlOnFirstClick = ''

/** When a mouse button is pressed, because there is no click if the element under the pointer moves before the release. */
function rememberUrl({ detail }: MouseEvent) {
  if (detail === 1) urlOnFirstClick = location.href
}

/**
 * The second click of a double click may hit a link that has only just appeared under the pointer. It counts if
 * the first one opened nothing, such as when the element under the pointer moved.
 */
function ignoreSecondClick(event: MouseEvent) {
  const { detail, target } = event
  if (detail <= 1 || location.href === urlOnFirstClick) return
  if (target instanceof Element && target.closest('a')) event.preventDefault()
}

function ScreenLoading() {
  useDelayedDisplayFont()
  return (
    // As tall as the window, so that the footer does not jump when the screen appears.
    <p role="status" className="flex min-h-dvh items-start justify-center gap-3 p-16 text-ink-soft">
      <Spinner /> <span>Loading...</span>
    </p>
  )
}
