import { writeFileSync } from 'node:fs'
import { generateTypes } from '../../tooling/postgres/generate-types.ts'

writeFileSync('src/supabase/database.types.ts', await generateTypes())
process.exit(0) // The embedded database would set another exit code.
