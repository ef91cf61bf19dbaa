import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '../../supabase/local/listen.ts'
import { respondWithGroup, renderPage, startLinkBackend } from './link-backend.ts'

/* A hostile page behind an invite link cannot reach other servers or exhaust the function. */

const backend = await startLinkBackend()
const { responses, requests, check, createApproved } = backend
/** Another server on this machine, which no page must be able to reach. */
const bystander = await listen()
let intrusions = 0
bystander.serve((_request, response) => {
  intrusions += 1
  response.end(renderPage('Stolen'))
})
beforeEach(backend.clear)
afterAll(() => Promise.all([bystander.close(), backend.stop()]))

const redirecting =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end()

/** Checks links to pages with these responses at the same time. */
const checkAll = (answers: RequestListener[]) =>
  Promise.all(
    answers.map(async (answer) => {
      const { id } = await createApproved(answer)
      return (await check({ community: id })).body
    }),
  )

const unknown = { state: 'unknown', group_name: null }

describe('a hostile page', () => {
  test('cannot redirect to anything but WhatsApp', async () => {
    const { port } = new URL(bystander.url)
    const targets = [
      `${bystander.url}/`,
      `http://localhost:${port}/`,
      `//127.0.0.1:${port}/`,
      `https://chat.whatsapp.com:${port}/x`,
      `https://chat.whatsapp.com@127.0.0.1:${port}/`,
      `https://chat.whatsapp.com.evil.example/x`,
      'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://chat.whatsapp.com/AAAAAAAAAAAAAAAAAAAAAA',
      'file:///etc/passwd',
      `data:text/html,${encodeURIComponent(renderPage('Data'))}`,
      'javascript:alert(1)',
      'http://[',
    ]
    expect(await checkAll(targets.map(redirecting))).toEqual(targets.map(() => unknown))
    expect(requests).toHaveLength(targets.length)
    // A path that starts with // could name another host.
    const path = `//127.0.0.1:${port}/`
    await checkAll([redirecting(`https://chat.whatsapp.com${path}`)])
    expect(requests.at(-1)).toBe(path)
    expect(intrusions).toBe(0)
  })

  test('may redirect within WhatsApp, a limited number of times', async () => {
    responses.set('/elsewhere?a=1', redirecting('/at-last'))
    responses.set('/at-last', respondWithGroup('Moved'))
    expect(await checkAll([redirecting('https://whatsapp.com/elsewhere?a=1')])).toEqual([
      { state: 'live', group_name: 'Moved' },
    ])
    responses.set('/loop', redirecting('/loop'))
    requests.length = 0
    expect(await checkAll([redirecting('https://chat.whatsapp.com/loop')])).toEqual([unknown])
    expect(requests).toHaveLength(6)
  })

  test('is aborted when it is endless, huge or slow', { timeout: 40_000 }, async () => {
    let sent = 0
    const endless: RequestListener = (_request, response) => {
      const chunk = '<meta property="x" content="'.repeat(1000)
      const write = () => {
        while (!response.destroyed) {
          sent += chunk.length
          if (!response.write(chunk)) return
        }
      }
      response.on('drain', write)
      write()
    }
    const bomb: RequestListener = (_request, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(50_000_000, ' ')))
    const silent: RequestListener = () => undefined
    const dripping: RequestListener = (_request, response) => {
      const timer = setInterval(() => response.write('<p>'), 200)
      response.on('close', () => clearInterval(timer))
    }
    const broken: RequestListener = (request) => request.socket.destroy()
    const start = performance.now()
    const pages = [endless, bomb, silent, dripping, broken]
    expect(await checkAll(pages)).toEqual(pages.map(() => unknown))
    expect(performance.now() - start).toBeLessThan(20_000)
    expect(sent).toBeLessThan(20_000_000)
  })
})
