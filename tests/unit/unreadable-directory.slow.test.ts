import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterEach, expect, test, vi } from 'vitest'

const outDir = mkdtempSync(join(tmpdir(), 'site-'))

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(outDir, { recursive: true, force: true })
})

test('a build for a project whose directory cannot be read fails', async () => {
  vi.stubEnv('VITE_SUPABASE_URL', 'http://localhost:9')
  vi.stubEnv('VITE_DIRECTORY', 'live')
  await expect(build({ logLevel: 'silent', build: { outDir } })).rejects.toThrow(
    'The directory could not be read',
  )
})
