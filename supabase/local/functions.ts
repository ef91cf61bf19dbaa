import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { listen } from './listen.ts'

const projectFolder = join(import.meta.dirname, '../..')
const functionsFolder = join(import.meta.dirname, '../functions')

export interface LocalFunctions {
  /** Returns undefined when the request is not for a function. */
  handle(request: Request): Promise<Response | undefined>
  stop(): void
}

/**
 * Serves the edge functions at `/functions/v1/<name>/*`, each in its own Deno process, as a hosted project does. A
 * process that ended is restarted by the next request.
 */
export function startFunctions(environment: Record<string, string>): LocalFunctions {
  const names = readdirSync(functionsFolder).filter((name) =>
    existsSync(join(functionsFolder, name, 'index.ts')),
  )
  const running = new Map<string, Promise<RunningFunction>>()

  function run(name: string): Promise<RunningFunction> {
    const started = runFunction(name, environment, () => running.delete(name))
    running.set(name, started)
    return started
  }

  for (const name of names) run(name).catch(() => running.delete(name))

  return {
    async handle(request) {
      const url = new URL(request.url)
      if (!url.pathname.startsWith('/functions/v1')) return undefined
      const [, name] = /^\/functions\/v1\/([^/]+)/.exec(url.pathname) ?? []
      if (!name || !names.includes(name)) {
        return Response.json({ error: 'There is no such function.' }, { status: 404 })
      }
      const { port } = await (running.get(name) ?? run(name))
      const path = url.pathname.slice('/functions/v1'.length) + url.search
      const headers = new Headers(request.headers)
      // Of the caller's connection. `fetch` throws if it should send them.
      for (const header of ['connection', 'expect', 'transfer-encoding']) headers.delete(header)
      return fetch(`http://127.0.0.1:${port}${path}`, {
        method: request.method,
        headers,
        body: request.body && (await request.arrayBuffer()),
        redirect: 'manual',
      })
    },
    stop() {
      for (const started of running.values()) {
        started.then(({ process }) => process.kill()).catch(() => undefined)
      }
    },
  }
}

interface RunningFunction {
  port: string
  process: ChildProcess
}

/**
 * A module that is preloaded into each function and ends its process within a second of ours, even after `kill -9`.
 * Otherwise the function would keep running, with the secret key. Polls the parent's id instead of waiting for a pipe
 * to close, because Deno starts a function only once its preloads have nothing pending.
 */
const exitWithParent = `data:text/javascript,${encodeURIComponent(`
  const parent = Deno.ppid
  Deno.unrefTimer(setInterval(() => Deno.ppid === parent || Deno.exit(), 1000))
`)}`

/** Resolves when the function is listening. */
async function runFunction(
  name: string,
  environment: Record<string, string>,
  onExit: () => void,
): Promise<RunningFunction> {
  const port = await findFreePort()
  const child = spawn(
    getDenoPath(),
    [
      'run',
      '--quiet',
      '--node-modules-dir=manual',
      '--no-prompt',
      '--allow-net',
      '--allow-env',
      '--allow-read',
      '--cached-only',
      `--preload=${exitWithParent}`,
      join(functionsFolder, name, 'index.ts'),
    ],
    {
      cwd: projectFolder,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        DENO_NO_UPDATE_CHECK: '1',
        DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const kill = () => child.kill()
  process.once('exit', kill)
  let lastOutput = ''
  child.stderr.on('data', (chunk: Buffer) => {
    lastOutput = (lastOutput + chunk.toString()).slice(-2000)
  })
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', () => {
      process.removeListener('exit', kill)
      onExit()
      reject(new Error(`The function ${name} ended: ${lastOutput}`))
    })
  })
  ended.catch(() => undefined)
  await Promise.race([waitForPort(port), ended])
  return { port, process: child }
}

/** Returns the Deno binary of the npm package, without running the package's install script. */
function getDenoPath(): string {
  const require = createRequire(import.meta.url)
  return require('deno/install_api.cjs').runInstall()
}

async function waitForPort(port: string): Promise<void> {
  for (;;) {
    try {
      // Without a time limit, a request that was sent before the port opened could hang forever.
      const signal = AbortSignal.timeout(2000)
      await fetch(`http://127.0.0.1:${port}/`, { method: 'OPTIONS', signal })
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function findFreePort(): Promise<string> {
  const server = await listen()
  await server.close()
  return new URL(server.url).port
}
