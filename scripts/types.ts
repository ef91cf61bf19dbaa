import { writeFileSync } from 'node:fs'
import { generateTypes } from './generate-types.ts'

writeFileSync('src/supabase/database.types.ts', await generateTypes())
process.exit()
