import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { onPath } from './other-browsers/installed.ts'

/** Debian's shell without windows first: the same engine takes a third less of the processor in it. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]

/**
 * Launch options for the Chromium of this machine: the one `CHROMIUM_PATH` names, one on the PATH, or
 * Playwright's own, which is installed when there is none.
 *
 * @throws an Error that says how to get one
 */
export function findBrowser(): { executablePath: string; args: string[] } {
  const executablePath = [process.env['CHROMIUM_PATH'], ...names.map(onPath), installed()].find(
    (path) => path && existsSync(path),
  )
  if (!executablePath) {
    throw new Error(
      'No Chromium was found, and Playwright could not install one. Install it (on Debian: ' +
        'apt-get install chromium-headless-shell) or name it in the environment variable CHROMIUM_PATH.',
    )
  }
  // As root, which is what most containers run as, Chromium starts only without its sandbox.
  const isRoot = process.getuid?.() === 0
  return {
    executablePath,
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  }
}

/** Playwright's own Chromium; asked for only when nothing else was found. */
function installed(): string | undefined {
  const path = chromium.executablePath()
  if (names.some(onPath) || process.env['CHROMIUM_PATH'] || existsSync(path)) return path
  try {
    execFileSync('npx', ['playwright', 'install', '--only-shell', 'chromium'], { stdio: 'inherit' })
  } catch {
    return undefined
  }
  return path
}
