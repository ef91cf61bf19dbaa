import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      license: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      optional: z.optional(z.boolean()),
      hasInstallScript: z.optional(z.boolean()),
    }),
  ),
})

export interface LockedPackage {
  name: string
  version: string
  license: string
  isDevelopment: boolean
  hasInstallScript: boolean
}

/** Everything that `npm install` may put on a disk, as the lock file has it. */
export function readLockFile(): LockedPackage[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version = '', license = '', dev, optional, hasInstallScript = false }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version,
      license,
      // npm has no optional development packages: what is optional here only tests use.
      isDevelopment: dev === true || optional === true,
      hasInstallScript,
    }))
}

/** The text of docs/licenses.md: what reaches visitors, and under which license. */
export function licensesPage(packages: LockedPackage[]): string {
  const used = packages.filter(({ isDevelopment }) => !isDevelopment)
  const rows = used
    .map(({ name, version, license }) => `- ${name} ${version}: ${license}`)
    .toSorted((one, other) => one.localeCompare(other, 'en'))
  return `# Licenses

What the app is built from, with everything that comes along. Made by \`npm run licenses\`.

${[...new Set(rows)].join('\n')}
`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync('docs/licenses.md', licensesPage(readLockFile()))
}
