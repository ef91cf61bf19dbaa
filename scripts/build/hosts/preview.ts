import { existsSync, readFileSync, statSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { PreviewServer } from 'vite'
import { parseHeadersFile } from './headers-file.ts'
import { defaultCacheControl, hostFiles, newCommunity } from './rules.ts'

const hidden = new RegExp(`/\\.(?!well-known/)|^/(?:${hostFiles.join('|')})$`)
const newCommunityPath = new RegExp(newCommunity.path, 'i')

/** Makes the preview server follow the rules, so that the browser enforces the same policy as in production. */
export function followRules({ middlewares }: PreviewServer, folder: string): () => void {
  const rules = parseHeadersFile(readFileSync(join(folder, '_headers'), 'utf8'))
  const isFile = (path: string) => {
    const file = join(folder, path)
    return existsSync(file) && statSync(file).isFile()
  }

  const send = (response: ServerResponse, status: number, name: string) => {
    response.writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': defaultCacheControl,
    })
    response.end(readFileSync(join(folder, name)))
  }

  middlewares.use(({ url = '/' }, response, next) => {
    const path = readPath(url)
    for (const { path: pattern, headers } of rules) {
      const matches = pattern.endsWith('*')
        ? path.startsWith(pattern.slice(0, -1))
        : path === pattern
      if (!matches || (pattern !== '/*' && !isFile(path))) continue
      for (const [name, value] of headers) response.setHeader(name, value)
    }
    if (hidden.test(path)) send(response, 404, '404.html')
    else next()
  })

  return () =>
    middlewares.use((request, response, next) => {
      const path = readPath(request.url)
      const name = path.replace(/\/$/, '')
      const page = [`${name}.html`, `${name}/index.html`].find(isFile)
      // Vite has added the name of the file to the URL of a page that exists.
      if (isFile(path)) next()
      else if (page) send(response, 200, page)
      else if (newCommunityPath.test(path) && isFile(newCommunity.file))
        send(response, 200, newCommunity.file)
      else send(response, 404, '404.html')
    })
}

/** Returns the path of a URL, as it is if it cannot be decoded. */
function readPath(url = '/'): string {
  const [path = ''] = url.split('?')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
