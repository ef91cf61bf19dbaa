import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { siteFolder } from '../../../tooling/site/build-site.ts'

const scriptPath = '/watch-console.js'
const reportPath = '/watch-console'

/**
 * Adds a script to each page that reports console errors and warnings. WebKit's driver cannot read the console, and
 * Firefox's does not report violations of the Content-Security-Policy.
 *
 * @param report receives each message and each failed request
 */
export function watchConsole(report: (line: string) => void): Plugin {
  return {
    name: 'watch-console',
    configurePreviewServer({ middlewares, httpServer }) {
      httpServer.on('request', ({ method, url }, response) => {
        response.on('finish', () => {
          if (response.statusCode >= 400) report(`${response.statusCode} ${method} ${url}`)
        })
      })
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        if (pathname === reportPath) {
          let line = ''
          request.on('data', (chunk: Buffer) => (line += chunk.toString()))
          request.on('end', () => {
            report(line)
            response.end()
          })
        } else if (pathname === scriptPath) {
          response.setHeader('content-type', 'text/javascript')
          response.end(`(${String(reportConsole)})('${reportPath}')`)
        } else if (request.headers.accept?.includes('text/html')) {
          const page = pathname === '/' ? 'index' : pathname.slice(1)
          const html = readFileSync(join(siteFolder, `${page}.html`), 'utf8')
          response.setHeader('content-type', 'text/html')
          response.end(html.replace('<head>', `<head><script src="${scriptPath}"></script>`))
        } else {
          next()
        }
      })
    },
  }
}

/** Runs in the page, before its other scripts. */
function reportConsole(reportUrl: string) {
  const report = (line: string) => navigator.sendBeacon(reportUrl, line)
  for (const method of ['error', 'warn'] as const) {
    const write = console[method].bind(console)
    console[method] = (...values: unknown[]) => {
      report(`${method}: ${values.map(String).join(' ')}`)
      write(...values)
    }
  }
  window.addEventListener('error', ({ message }) => report(`thrown: ${message}`))
  window.addEventListener('unhandledrejection', ({ reason }) => report(`rejected: ${reason}`))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    report(`blocked by ${violatedDirective}: ${blockedURI}`),
  )
}
