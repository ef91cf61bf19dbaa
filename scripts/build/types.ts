import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { generateTypes } from '../../tooling/postgres/generate-types.ts'

for (const [path, content] of Object.entries(await generateTypes())) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
process.exit(0) // The embedded database would set another exit code.
