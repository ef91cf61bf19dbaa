import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'

const projectFolder = join(import.meta.dirname, '../..')
const functionsFolder = join(import.meta.dirname, '../functions')

export interface LocalFunctions {
  /** @returns the function's answer, or undefined when the request is not for a function */
  answer(request: Request): Promise<Response | undefined>
  stop(): void
}

/**
 * Runs each edge function in a Deno process of its own, as a hosted project does, behind
 * `/functions/v1/<name>/*`. A process that ended is started again by the next request.
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
    async answer(request) {
      const url = new URL(request.url)
      const [, name] = /^\/functions\/v1\/([^/]+)/.exec(url.pathname) ?? []
      if (!url.pathname.startsWith('/functions/v1')) return undefined
      if (!name || !names.includes(name)) {
        return Response.json({ error: 'There is no such function.' }, { status: 404 })
      }
      const { port } = await (running.get(name) ?? run(name))
      const path = url.pathname.slice('/functions/v1'.length) + url.search
      return fetch(`http://127.0.0.1:${port}${path}`, {
        method: request.method,
        headers: request.headers,
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
  port: number
  process: ChildProcess
}

/**
 * Loaded before a function: ends its process when the pipe from this one closes, as it does even after
 * `kill -9`. Otherwise the function would live on, with the secret key. Deno starts a function once
 * nothing is waited for any more, so the waiting begins when the function serves.
 */
const endWithParent = `data:text/javascript,${encodeURIComponent(`
  const { serve } = Deno
  Deno.serve = (...given) => {
    Deno.stdin.readable.pipeTo(new WritableStream()).finally(() => Deno.exit())
    return serve(...given)
  }
`)}`

/** Resolves when the function listens. */
async function runFunction(
  name: string,
  environment: Record<string, string>,
  onExit: () => void,
): Promise<RunningFunction> {
  const port = await freePort()
  const child = spawn(
    denoPath(),
    [
      'run',
      '--quiet',
      '--node-modules-dir=manual',
      '--no-prompt',
      '--allow-net',
      '--allow-env',
      '--allow-read',
      '--cached-only',
      `--preload=${endWithParent}`,
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
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  )
  const stopWithParent = () => child.kill()
  process.once('exit', stopWithParent)
  let lastWords = ''
  child.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-2000)
  })
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', () => {
      process.removeListener('exit', stopWithParent)
      onExit()
      reject(new Error(`The function ${name} ended: ${lastWords}`))
    })
  })
  ended.catch(() => undefined)
  await Promise.race([listening(port), ended])
  return { port, process: child }
}

/** Deno's binary comes inside an npm package; this finds it without the package's install script. */
function denoPath(): string {
  const require = createRequire(import.meta.url)
  return require('deno/install_api.cjs').runInstall()
}

async function listening(port: number): Promise<void> {
  for (;;) {
    try {
      // One that hangs, on a port whose listener is not there yet, would be waited for without an end.
      const signal = AbortSignal.timeout(2000)
      await fetch(`http://127.0.0.1:${port}/`, { method: 'OPTIONS', signal })
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address
          ? resolve(address.port)
          : reject(new Error('No free port')),
      )
    })
  })
}
