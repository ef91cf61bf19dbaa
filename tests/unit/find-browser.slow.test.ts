import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const finder = join(import.meta.dirname, '../../tooling/browser/find-browser.ts')

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'find-browser-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

// Each test starts a process.
describe('findBrowser', { timeout: 30_000 }, () => {
  test('CHROMIUM_PATH takes precedence over the PATH', () => {
    addProgram('bin/chromium')
    const path = addProgram('elsewhere/browser')
    expect(findBrowser({ CHROMIUM_PATH: path }).stdout).toBe(path)
  })

  test('a CHROMIUM_PATH that does not exist is an error, and no other browser is used', () => {
    addProgram('bin/chromium')
    const { stdout, stderr } = findBrowser({ CHROMIUM_PATH: '/no/such/browser' })
    expect(stdout).toBe('')
    expect(stderr).toContain('CHROMIUM_PATH does not exist: /no/such/browser')
  })

  test('a browser that does not start is skipped', () => {
    addProgram('bin/chromium-headless-shell', 'exit 127')
    const path = addProgram('bin/chromium')
    expect(findBrowser().stdout).toBe(path)
  })

  test('the Chromium installed from npm is used without downloading anything', () => {
    const path = addProgram('cache/waypost/chromium-123.0.1/start-chromium')
    const { stdout, stderr } = findBrowser()
    expect(stdout).toBe(path)
    expect(stderr).toBe('')
  })

  test('a browser on the PATH takes precedence over the one installed from npm', () => {
    addProgram('cache/waypost/chromium-123.0.1/start-chromium')
    const path = addProgram('bin/google-chrome')
    expect(findBrowser().stdout).toBe(path)
  })

  test('an npm package with another checksum is not used', () => {
    addProgram('bin/npx', 'exit 1')
    addProgram('bin/npm', 'echo changed > sparticuz-chromium-123.0.1.tgz')
    const { stdout, stderr } = findBrowser()
    expect(stdout).toBe('')
    expect(stderr).toMatch(/unexpected checksum|Linux on x64 only/)
  })

  test('without a browser or a download host, the error explains what to install', () => {
    addProgram('bin/npx', 'exit 1')
    addProgram('bin/npm', 'exit 1')
    const { stdout, stderr } = findBrowser()
    expect(stdout).toBe('')
    expect(stderr).toContain('apt-get install chromium-headless-shell')
  })
})

function addProgram(name: string, script = 'exit 0'): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}

/** Runs in a new process, because Playwright reads its environment only once. */
function findBrowser(env: Record<string, string> = {}) {
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
      ...env,
    },
  })
}
