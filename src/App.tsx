import { Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { AppRoutes } from './routes.tsx'
import { ErrorBoundary } from './routes/ErrorBoundary.tsx'
import { OfflineNotice } from './routes/OfflineNotice.tsx'
import { SiteFooter } from './routes/SiteFooter.tsx'
import { SiteHeader } from './routes/SiteHeader.tsx'
import { useArrival } from './routes/useArrival.ts'
import { useHasSpoken } from './ui/say.ts'
import { useSession } from './session/useSession.ts'
import { Spinner } from './ui/Spinner.tsx'
import { lazyPart } from './load-part.tsx'

// Most visitors of the public pages never see a toast. One raised earlier waits for its area.
const Toaster = lazyPart(
  () => import('./ui/Toaster.tsx'),
  (module) => module.Toaster,
  // Without toasts there are still the words on the screens.
  () => null,
)

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
      <Toasts />
    </div>
  )
}

function Toasts() {
  const { status } = useSession()
  const hasSpoken = useHasSpoken()
  const [isWanted, setIsWanted] = useState(false)
  // It stays: what is said about signing out is said to somebody who is signed out.
  if (!isWanted && (hasSpoken || status === 'signed-in')) setIsWanted(true)

  return <Suspense fallback={null}>{isWanted && <Toaster />}</Suspense>
}

function ScreenLoading() {
  return (
    // As tall as the window, so that the footer is not seen to jump when the screen comes.
    <p role="status" className="flex min-h-dvh items-start justify-center gap-3 p-16 text-ink-soft">
      <Spinner /> Loading...
    </p>
  )
}
