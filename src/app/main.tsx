import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { ErrorBoundary } from 'react-error-boundary'
import { BrowserRouter } from 'react-router-dom'
import { App } from './App.tsx'
import { UnexpectedError } from './frame/UnexpectedError.tsx'
import './index.css'
import { getPagePath, isPrerendered } from '../lib/prerendered.ts'
import { preloadScreen } from './routes.tsx'
import { SessionProvider } from '../features/session/SessionProvider.tsx'

async function start() {
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no element with the id "root"')
  // The HTML of the page stays visible until its screen has loaded. If that fails now, rendering it tries again.
  if (container.hasChildNodes()) {
    await preloadScreen(getPagePath(window.location.pathname)).catch(() => undefined)
  }

  const app = (
    <StrictMode>
      {/* The last resort: the session's dialogs are outside the boundary of the screens. */}
      <ErrorBoundary fallback={<UnexpectedError />}>
        <BrowserRouter>
          <SessionProvider>
            <App />
          </SessionProvider>
        </BrowserRouter>
      </ErrorBoundary>
    </StrictMode>
  )
  // A transition renders in slices, so that a slow phone can respond to a tap in between.
  startTransition(() => {
    if (isPrerendered()) hydrateRoot(container, app)
    else createRoot(container).render(app)
  })
}

// Scripts from the browser's cache can be faster than the rest of the page.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => void start())
else void start()
