import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import * as z from 'zod/mini'

const backendSchema = z.object({
  supabaseUrl: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
  jwtSecret: z.string(),
  emailsUrl: z.string(),
})

export type Backend = z.infer<typeof backendSchema>

/** Starts the backend of a test project in its own process, because Vitest's main process is busy. */
export async function startBackend() {
  const child = fork('tests/support/backend.ts', {
    execArgv: ['--import', 'tsx'],
    // The usual cost takes 0.2 s for each password.
    env: { ...process.env, LITE_AUTH_BCRYPT_COST: '4' },
  })
  const ended = once(child, 'exit')
  return {
    backend: backendSchema.parse(await nextMessage(child)),
    /** Runs SQL as superuser. */
    exec: async (sql: string) => {
      child.send(sql)
      const error = z.nullable(z.string()).parse(await nextMessage(child))
      if (error !== null) throw new Error(error)
    },
    stop: async () => {
      child.disconnect()
      await ended
    },
  }
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController()
  const [message] = await Promise.race([
    once(child, 'message', { signal: ended.signal }),
    once(child, 'exit', { signal: ended.signal }).then(() =>
      Promise.reject(new Error('The backend exited')),
    ),
  ]).finally(() => ended.abort())
  return message
}
