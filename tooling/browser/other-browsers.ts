import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

interface OtherBrowser {
  name: string
  /** The Playwright project that runs in it. */
  project: 'firefox' | 'webkit'
  /** Undefined if it is not installed. */
  path: string | undefined
  /** The Debian packages that contain it. */
  packages: string
}

/** The other browsers that run the main journeys. */
export const otherBrowsers: OtherBrowser[] = [
  {
    name: 'Firefox',
    project: 'firefox',
    path: findOnPath('firefox-esr') ?? findOnPath('firefox'),
    packages: 'firefox-esr',
  },
  {
    name: 'WebKit',
    project: 'webkit',
    // WebKit needs a screen to open a window.
    path: findOnPath('Xvfb') && findOnPath('WebKitWebDriver'),
    packages: 'webkit2gtk-driver xvfb',
  },
]

/** Returns the path of a program on the PATH. */
export function findOnPath(name: string): string | undefined {
  const folders = process.env['PATH']?.split(delimiter) ?? []
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
