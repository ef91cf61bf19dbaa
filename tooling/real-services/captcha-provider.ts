import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { freePort } from '../free-port.ts'

/*
 * A stand-in for Cloudflare Turnstile. Supabase Auth verifies tokens at a fixed URL, but through the proxy of its
 * environment: this one, whose certificate no other program trusts.
 */

const host = 'challenges.cloudflare.com'

/** Starts the stand-in. Its `env` has the variables of the auth service that refer to it. */
export async function startCaptchaProvider() {
  const folder = mkdtempSync(join(tmpdir(), 'captcha-'))
  const { key, certificate } = createCertificate(folder)
  const secret = randomUUID()
  const unusedTokens = new Set<string>()
  const received: { url: string; secret: string; token: string }[] = []

  const verify = (url: string, form: URLSearchParams): string[] => {
    const [sent, token] = [form.get('secret') ?? '', form.get('response') ?? '']
    received.push({ url, secret: sent, token })
    if (sent !== secret) return ['invalid-input-secret']
    return unusedTokens.delete(token) ? [] : ['timeout-or-duplicate']
  }
  const tls = { key: readFileSync(key), cert: readFileSync(certificate) }
  const site = createTlsServer(tls, async (request, response) => {
    const form = new URLSearchParams(await text(request))
    const codes = verify(`https://${request.headers.host}${request.url}`, form)
    const answer = { success: codes.length === 0, 'error-codes': codes }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })

  const port = await freePort()
  const proxy = createServer()
  const tunnels: Duplex[] = []
  proxy.on('connect', ({ url }, socket) => {
    tunnels.push(socket)
    if (url !== `${host}:443`) socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    else socket.write('HTTP/1.1 200 OK\r\n\r\n', () => site.emit('connection', socket))
  })
  await once(proxy.listen(port, '127.0.0.1'), 'listening')

  return {
    secret,
    received,
    env: {
      HTTPS_PROXY: `http://127.0.0.1:${port}`,
      SSL_CERT_FILE: certificate,
      GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true',
      GOTRUE_SECURITY_CAPTCHA_PROVIDER: 'turnstile',
      GOTRUE_SECURITY_CAPTCHA_SECRET: secret,
    },
    /** Returns a token, as the widget does once a person has passed its check. It is accepted once. */
    issueToken(): string {
      const token = randomUUID()
      unusedTokens.add(token)
      return token
    },
    async stop() {
      for (const tunnel of tunnels) tunnel.destroy()
      await new Promise((resolve) => proxy.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function createCertificate(folder: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const options = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${host}`]
  const names = ['-addext', `subjectAltName=DNS:${host}`]
  // Hides the progress. If the command fails, the error contains it.
  execFileSync(
    'openssl',
    ['req', '-x509', ...options, ...names, '-keyout', key, '-out', certificate],
    {
      stdio: 'pipe',
    },
  )
  return { key, certificate }
}
