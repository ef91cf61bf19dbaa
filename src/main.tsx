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

// The build wrote this page into its HTML, unless the host answers every path with the same file.
const path = window.location.pathname.replace(/\/+$/, '') || '/'
if (container.dataset['path'] === path) {
  // A screen that does not arrive is asked for again once it is to be shown.
  void preloadScreen(path)
    .catch(() => undefined)
    .then(() =>
      // As a transition it is done in slices: between two of them a slow phone answers to a tap.
      startTransition(() => {
        hydrateRoot(container, app)
      }),
    )
} else {
  createRoot(container).render(app)
}
