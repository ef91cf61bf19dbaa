import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './App.tsx'
import './index.css'
import { preloadScreen } from './routes.tsx'
import { SessionProvider } from './session/SessionProvider.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element with the id "root"')

const app = (
  <StrictMode>
    <BrowserRouter>
      <SessionProvider>
        <App />
      </SessionProvider>
    </BrowserRouter>
  </StrictMode>
)

const path = window.location.pathname.replace(/\/+$/, '') || '/'
// The path differs if the host answers every path with the same file.
const isPrerendered = container.dataset['path'] === path
if (isPrerendered) {
  // If the screen does not load now, rendering it tries again.
  void preloadScreen(path)
    .catch(() => undefined)
    .then(() =>
      // A transition hydrates in slices, so that a slow phone can respond to a tap in between.
      startTransition(() => {
        hydrateRoot(container, app)
      }),
    )
} else {
  createRoot(container).render(app)
}
