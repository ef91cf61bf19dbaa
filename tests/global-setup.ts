import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { TestProject } from 'vitest/node'
import * as z from 'zod/mini'
import { isOnRealServices } from '../tooling/real-services/embedded-only.ts'

const backendSchema = z.object({
  supabaseUrl: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
})

declare module 'vitest' {
  export interface ProvidedContext extends z.infer<typeof backendSchema> {}
}

/**
 * One backend for all tests of a project, the embedded one or the real services, in a process of its own:
 * Vitest's main process is busy enough, and both would wait for each other.
 */
export default async function setup(project: TestProject) {
  const child = fork(
    isOnRealServices ? 'tooling/real-services/backend.ts' : 'tests/support/backend.ts',
    {
      execArgv: ['--import', 'tsx'],
      // Passwords of tests need no protection, which takes 0.2 s each.
      env: { ...process.env, LITE_AUTH_BCRYPT_COST: '4' },
    },
  )
  const ended = once(child, 'exit')
  const [message] = await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('The backend ended while it started'))),
  ])
  const { supabaseUrl, publishableKey, secretKey } = backendSchema.parse(message)
  project.provide('supabaseUrl', supabaseUrl)
  project.provide('publishableKey', publishableKey)
  project.provide('secretKey', secretKey)
  return async () => {
    child.disconnect()
    await ended
  }
}
