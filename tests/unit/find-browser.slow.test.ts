import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'find-browser-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('an npm package with another checksum is not used, and the error explains what to install', () => {
  mkdirSync(join(folder, 'bin'))
  addProgram('npx', 'exit 1')
  addProgram('npm', 'echo changed > sparticuz-chromium-123.0.1.tgz')
  const { stdout, stderr } = findBrowser()
  expect(stdout).toBe('')
  expect(stderr).toMatch(/unexpected checksum|Linux on x64 only/)
  expect(stderr).toContain('apt-get install chromium-headless-shell')
})

function addProgram(name: string, script: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

/** Runs in a new process, because Playwright reads its environment only once. */
function findBrowser() {
  const finder = join(import.meta.dirname, '../../tooling/browser/find-browser.ts')
  const code = `
    import { findBrowser } from ${JSON.stringify(finder)}
    process.stdout.write(findBrowser().executablePath)
  `
  return spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    encoding: 'utf8',
    env: {
      PATH: join(folder, 'bin'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      PLAYWRIGHT_BROWSERS_PATH: join(folder, 'playwright'),
    },
  })
}
