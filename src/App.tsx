import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { AppRoutes } from './routes.tsx'
import { ErrorBoundary } from './routes/ErrorBoundary.tsx'
import { OfflineNotice } from './routes/OfflineNotice.tsx'
import { SiteFooter } from './routes/SiteFooter.tsx'
import { SiteHeader } from './routes/SiteHeader.tsx'
import { useArrival } from './routes/useArrival.ts'
import { Spinner } from './ui/Spinner.tsx'
import { loadPart } from './load-part.ts'

// Not needed for the first paint; a toast raised earlier waits for it.
const Toaster = lazy(() =>
  loadPart(() => import('./ui/Toaster.tsx')).then(
    (module) => ({ default: module.Toaster }),
    // Without toasts there are still the words on the screens.
    () => ({ default: NoToasts }),
  ),
)

const NoToasts = () => <></>

/** The frame around every screen. It stands inside a router and a SessionProvider. */
export function App() {
  const { pathname } = useLocation()
  useArrival()

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-lg bg-accent px-4 py-2 font-semibold text-accent-on focus:translate-y-0"
      >
        Skip to main content
      </a>
      <OfflineNotice />
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<ScreenLoading />}>
            <AppRoutes />
          </Suspense>
        </ErrorBoundary>
      </main>
      <SiteFooter />
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </div>
  )
}

function ScreenLoading() {
  return (
    // As tall as the window, so that the footer is not seen to jump when the screen comes.
    <p role="status" className="flex min-h-dvh items-start justify-center gap-3 p-16 text-ink-soft">
      <Spinner /> Loading...
    </p>
  )
}
