import type { TestProject } from 'vitest/node'
import { type LocalSupabase, startLocalSupabase } from '../supabase/local/start.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    supabaseUrl: string
    publishableKey: string
    secretKey: string
  }
}

/** One embedded backend for the whole run, however many projects ask for it. */
let backend: Promise<LocalSupabase> | undefined
let users = 0

export default async function setup(project: TestProject) {
  users += 1
  backend ??= startLocalSupabase()
  const { url, publishableKey, secretKey, stop } = await backend
  project.provide('supabaseUrl', url)
  project.provide('publishableKey', publishableKey)
  project.provide('secretKey', secretKey)
  return async () => {
    users -= 1
    if (users === 0) await stop()
  }
}
