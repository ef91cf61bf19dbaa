import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { findInstalledServices } from '../../tooling/real-services/environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'installed-'))
const [auth, storage] = [folder, folder]
afterAll(() => rmSync(folder, { recursive: true }))

beforeEach(() => {
  // An empty cache folder.
  vi.stubEnv('XDG_CACHE_HOME', folder)
  vi.stubEnv('SUPABASE_AUTH', undefined)
  vi.stubEnv('SUPABASE_STORAGE', undefined)
  return () => vi.unstubAllEnvs()
})

test('the real services are used if both are installed, the embedded ones if neither is', () => {
  expect(findInstalledServices()).toBeUndefined()
  vi.stubEnv('SUPABASE_AUTH', auth)
  vi.stubEnv('SUPABASE_STORAGE', storage)
  expect(findInstalledServices()).toEqual({ auth, storage })
})

test.each([
  ['SUPABASE_AUTH', 'SUPABASE_STORAGE'],
  ['SUPABASE_STORAGE', 'SUPABASE_AUTH'],
])('%s alone fails, and the message names the other one', (found, missing) => {
  vi.stubEnv(found, folder)
  expect(findInstalledServices).toThrow(`${missing} is missing, but ${found} is installed.`)
})

test('an empty variable selects the embedded services, whatever is installed', () => {
  vi.stubEnv('SUPABASE_AUTH', '')
  vi.stubEnv('SUPABASE_STORAGE', storage)
  expect(findInstalledServices()).toBeUndefined()
})
