/* Writes supabase/templates from auth-emails.ts: `npm run emails`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { renderAuthEmails } from './auth-emails.ts'

mkdirSync('supabase/templates', { recursive: true })
for (const [file, html] of Object.entries(renderAuthEmails())) {
  writeFileSync(`supabase/templates/${file}.html`, html)
}
