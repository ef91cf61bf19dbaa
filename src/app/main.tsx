import { type ReactElement, StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from 'react-error-boundary'
import { BrowserRouter } from 'react-router-dom'
import { App } from './App.tsx'
import { UnexpectedError } from './frame/UnexpectedError.tsx'
import './index.css'
import { preloadScreen } from './routes.tsx'
import { replaceStaticPage } from './static/replace-static-page.ts'
import { SessionDialogs } from '../features/session/SessionDialogs.tsx'
import { getPagePath } from '../lib/prerendered.ts'
import { reloadOnce, showLoadError } from '../lib/reload.ts'

async function start() {
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no element with the id "root"')
  // The static page stays until its screen has loaded, and if that fails. 404.html has none.
  if (document.getElementById('static')) {
    try {
      await preloadScreen(getPagePath(window.location.pathname))
    } catch {
      await reloadOnce()
      showLoadError()
      return
    }
  }
  // A transition renders in slices, so that a slow phone can respond to a tap in between.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <InPlaceOfStaticPage>
          {/* The last resort: the session's dialogs are outside the boundary of the screens. */}
          <ErrorBoundary fallback={<UnexpectedError />}>
            <BrowserRouter>
              <App />
              <SessionDialogs />
            </BrowserRouter>
          </ErrorBoundary>
        </InPlaceOfStaticPage>
      </StrictMode>,
    ),
  )
}

function InPlaceOfStaticPage({ children }: { children: ReactElement }) {
  useLayoutEffect(replaceStaticPage, [])
  return children
}

// Scripts from the browser's cache can be faster than the rest of the page.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => void start())
else void start()
