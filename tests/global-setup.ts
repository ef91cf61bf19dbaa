import type { TestProject } from 'vitest/node'
import { type Backend, startBackend } from './support/start-backend.ts'

declare module 'vitest' {
  export interface ProvidedContext extends Backend {}
}

/** Starts one backend for all tests of a project: the embedded one, or the real services. */
export default async function setup(project: TestProject) {
  // `npm run mutations` provides its own.
  if (process.env['BROKEN_RULE']) return
  const { backend, stop } = await startBackend()
  project.provide('supabaseUrl', backend.supabaseUrl)
  project.provide('publishableKey', backend.publishableKey)
  project.provide('secretKey', backend.secretKey)
  project.provide('jwtSecret', backend.jwtSecret)
  project.provide('emailsUrl', backend.emailsUrl)
  return stop
}
