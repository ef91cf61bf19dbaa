import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './App.tsx'
import { SessionProvider } from './session/SessionProvider.tsx'

/**
 * The page at a path as HTML, as an anonymous visitor sees it at first: the same tree as in
 * main.tsx, which takes it over in the browser. Only the build calls this.
 */
export async function renderPage(path: string): Promise<string> {
  const problems: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <SessionProvider>
          <App />
        </SessionProvider>
      </StaticRouter>
    </StrictMode>,
    // Nothing is moved to the end of the page: that takes an inline script to move it back.
    {
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (problem) => void problems.push(problem),
    },
  )
  if (problems.length > 0) throw new AggregateError(problems, `${path} could not be rendered`)
  return new Response(prelude).text()
}
