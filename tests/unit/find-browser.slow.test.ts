import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const finder = join(import.meta.dirname, '../../tooling/browser/find-browser.ts')

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'find-browser-'))
  mkdirSync(join(folder, 'bin'))
})
afterEach(() => rmSync(folder, { recursive: true }))

// Each test starts a process.
describe('findBrowser', { timeout: 30_000 }, () => {
  test('an npm package with another checksum is not used', () => {
    addProgram('npx', 'exit 1')
    addProgram('npm', 'echo changed > sparticuz-chromium-123.0.1.tgz')
    const { stdout, stderr } = findBrowser()
    expect(stdout).toBe('')
    expect(stderr).toMatch(/unexpected checksum|Linux on x64 only/)
  })

  test('without a browser or a download host, the error explains what to install', () => {
    addProgram('npx', 'exit 1')
    addProgram('npm', 'exit 1')
    const { stdout, stderr } = findBrowser()
    expect(stdout).toBe('')
    expect(stderr).toContain('apt-get install chromium-headless-shell')
  })
})

function addProgram(name: string, script: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

/** Runs in a new process, because Playwright reads its environment only once. */
function findBrowser() {
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
