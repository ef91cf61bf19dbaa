import { spawnSync } from 'node:child_process'

export interface OtherBrowser {
  name: string
  /** The Playwright project that runs in it. */
  project: 'firefox' | 'webkit'
  /** Undefined where it is not installed. */
  path: string | undefined
  /** What to install, on Debian. */
  packages: string
}

/** The browsers besides Chromium in which the main journeys run. */
export const otherBrowsers: OtherBrowser[] = [
  {
    name: 'Firefox',
    project: 'firefox',
    path: onPath('firefox-esr') ?? onPath('firefox'),
    packages: 'firefox-esr',
  },
  {
    name: 'WebKit',
    project: 'webkit',
    // It opens no window without a screen.
    path: onPath('Xvfb') && onPath('WebKitWebDriver'),
    packages: 'webkit2gtk-driver xvfb',
  },
]

export function onPath(name: string): string | undefined {
  const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
