import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import * as z from 'zod/mini'
import { freePort } from '../../../tooling/free-port.ts'
import type { Handle, Key, Size, Tab } from './tab.ts'

/** Starts a virtual screen: WebKit needs one to open a window. */
export async function startScreen(): Promise<{ display: string; stop: () => void }> {
  // Chooses a free display number and prints it.
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(server.stdout, 'data')
  return { display: `:${String(number).trim()}`, stop: () => server.kill() }
}

/** WebDriver's key for an element id, and its codes for keys: https://www.w3.org/TR/webdriver2 */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const keys: Partial<Record<Key, string>> = { Enter: '\uE007' }
const selectAll = '\uE009a'

const elementSchema = z.object({ [elementKey]: z.string() })

/** Starts WebKit, controlled over WebDriver. */
export async function openWebKitTab(display: string, size: Size): Promise<Tab> {
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    env: {
      ...process.env,
      DISPLAY: display,
      // As root, as in most containers, it only starts without its sandbox.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
  })
  const origin = `http://127.0.0.1:${port}`
  const isReady = () => send('GET', `${origin}/status`).catch(() => undefined)
  await expect.poll(isReady, { timeout: 20_000 }).toMatchObject({ ready: true })
  const { sessionId } = z
    .object({ sessionId: z.string() })
    .parse(await send('POST', `${origin}/session`, { capabilities: {} }))
  const session = `${origin}/session/${sessionId}`
  const get = (path: string) => send('GET', session + path)
  const post = (path: string, body: object = {}) => send('POST', session + path, body)
  const evaluate = (expression: string) =>
    post('/execute/sync', { script: `return ${expression}`, args: [] })
  await post('/window/rect', { x: 0, y: 0, ...size })
  return {
    open: (url) => post('/url', { url }),
    reload: () => post('/refresh'),
    url: async () => String(await get('/url')),
    evaluate,
    async elements(expression) {
      const found = z.nullable(z.array(elementSchema)).parse(await evaluate(expression))
      return found?.map((element) => toElement(`/element/${element[elementKey]}`)) ?? null
    },
    async press(key) {
      const focused = elementSchema.parse(await get('/element/active'))
      await post(`/element/${focused[elementKey]}/value`, { text: keys[key] ?? key })
    },
    screenshot: async () => Buffer.from(String(await get('/screenshot')), 'base64'),
    async close() {
      await send('DELETE', session).catch(() => undefined)
      // Also ends the browser if deleting the session has failed.
      if (driver.pid) process.kill(-driver.pid)
    },
  }

  function toElement(path: string): Handle {
    return {
      click: () => post(`${path}/click`),
      async type(text) {
        await post(`${path}/value`, { text: selectAll })
        await post(`${path}/value`, { text })
      },
      async choose(option) {
        const value = `.//option[.='${option}']`
        const found = elementSchema.parse(await post(`${path}/element`, { using: 'xpath', value }))
        await post(`/element/${found[elementKey]}/click`)
      },
    }
  }
}

async function send(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = z.object({ value: z.unknown() }).parse(await response.json())
  if (response.ok) return value
  const { error, message } = z.object({ error: z.string(), message: z.string() }).parse(value)
  throw new Error(`${error}: ${message}`)
}
