import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createServer } from 'vite'
import { afterEach, expect, test, vi } from 'vitest'
import { getRaw } from '../support/get-raw.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('the dev server serves no file of .supabase or of another data folder', async () => {
  const secret = 'sb_secret_that_must_not_be_served'
  const forms = [secret, Buffer.from(secret).toString('base64').slice(0, 30)]
  const queries = '?raw ?url ?inline ?import ?import&raw ?raw?? ?v=1 ?worker'.split(' ')
  // Any page on localhost may read the responses of a dev server. Other types would get index.html, which takes longer.
  const headers = { origin: 'http://localhost:3000', accept: 'application/json' }
  const folders = ['.supabase', 'test-results', 'test-results'].map((parent) => {
    mkdirSync(parent, { recursive: true })
    return mkdtempSync(join(process.cwd(), parent, 'data-'))
  })
  const files = folders.flatMap((data) => [
    join(data, 'secrets.json'),
    join(data, '.envrc'),
    join(data, 'database/base/5/1259'),
    // The last folder is that of another run.
    ...(data === folders[2] ? [] : [join(data, 'image.png')]),
  ])
  for (const file of files) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, file.endsWith('.json') ? JSON.stringify({ secretKey: secret }) : secret)
  }
  vi.stubEnv('LOCAL_SUPABASE_DATA', folders[1])
  // No backend starts, but the folder of an earlier run may exist.
  vi.stubEnv('VITE_SUPABASE_URL', 'http://localhost:9')
  const server = await createServer({
    logLevel: 'silent',
    server: { port: 0, strictPort: false, warmup: { clientFiles: [] } },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
  try {
    await server.listen()
    const origin = server.resolvedUrls?.local[0] ?? ''
    expect((await getRaw(origin, '/@vite/client')).status).toBe(200)
    const paths = files.flatMap((file) => {
      const path = `/${relative(process.cwd(), file)}`
      return [path, `/@fs${file}`, `/@fs${path}`, `/src/..${path}`]
    })
    const urls = paths.flatMap((path) => [
      path,
      ...queries.map((query) => path + query),
      path.replace('/.supabase', '/.SUPABASE'),
      path.replace('/data-', '/%64ata-'),
      path.replace('/data-', '//data-'),
      path.replace('/data-', '/./data-'),
      `${path}/`,
    ])
    for (const url of urls) {
      const { text } = await getRaw(origin, url, headers)
      expect([url, forms.some((form) => text.includes(form))]).toEqual([url, false])
    }
  } finally {
    await server.close()
    for (const data of folders) rmSync(data, { recursive: true })
  }
}, 30_000)
