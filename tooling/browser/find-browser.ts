import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installBrowser, npmBrowser } from './install-browser.ts'
import { findOnPath } from './other-browsers.ts'

/** Debian's headless shell comes first: it uses a third less CPU time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]

/**
 * Returns launch options for Chromium: at `CHROMIUM_PATH`, or on the PATH, or already installed by Playwright or npm.
 * Otherwise installs one from npm.
 *
 * @throws an Error that explains how to get one
 */
export function findBrowser(): { executablePath: string; args: string[] } {
  return {
    executablePath: namedBrowser() ?? installedBrowser() ?? installBrowser(canStart),
    args: [
      // Playwright's default: few containers allow the sandbox, and only our own pages are opened.
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  }
}

function namedBrowser(): string | undefined {
  const path = process.env['CHROMIUM_PATH']
  if (path && !existsSync(path)) throw new Error(`CHROMIUM_PATH does not exist: ${path}`)
  return path || undefined
}

const installedBrowser = () =>
  [...names.map(findOnPath), chromium.executablePath(), npmBrowser].find(canStart)

/** Returns false if system libraries are missing, and for the script that Ubuntu installs instead of Chromium. */
function canStart(path: string | undefined): path is string {
  if (!path || !existsSync(path)) return false
  // On Windows, `--version` opens a window.
  return process.platform === 'win32' || spawnSync(path, ['--version']).status === 0
}
