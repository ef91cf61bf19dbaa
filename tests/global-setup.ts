import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { TestProject } from 'vitest/node'
import * as z from 'zod/mini'

const backendSchema = z.object({
  supabaseUrl: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
  jwtSecret: z.string(),
  emailsUrl: z.string(),
})

declare module 'vitest' {
  export interface ProvidedContext extends z.infer<typeof backendSchema> {}
}

/**
 * Starts one backend for all tests of a project: the embedded one, or the real services. It runs in its own process,
 * because Vitest's main process is busy.
 */
export default async function setup(project: TestProject) {
  const child = fork('tests/support/backend.ts', {
    execArgv: ['--import', 'tsx'],
    // The usual cost takes 0.2 s for each password.
    env: { ...process.env, LITE_AUTH_BCRYPT_COST: '4' },
  })
  const ended = once(child, 'exit')
  const [message] = await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('The backend exited while starting'))),
  ])
  const { supabaseUrl, publishableKey, secretKey, jwtSecret, emailsUrl } =
    backendSchema.parse(message)
  project.provide('supabaseUrl', supabaseUrl)
  project.provide('publishableKey', publishableKey)
  project.provide('secretKey', secretKey)
  project.provide('jwtSecret', jwtSecret)
  project.provide('emailsUrl', emailsUrl)
  return async () => {
    child.disconnect()
    await ended
  }
}
