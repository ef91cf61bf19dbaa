/*
 * Checks a hosted project with nothing but its address and keys, and says what is missing, a line each:
 *   npm run doctor -- --site https://app.example.com
 * Address and publishable key are those of the build (.env.local), or --url and --key. The secret key,
 * with which more can be seen, comes from SUPABASE_SECRET_KEY: it never belongs in a file. So does
 * SUPABASE_ACCESS_TOKEN, with which it sees whether emails reach everybody. Whether the pages are built for a
 * live directory is VITE_DIRECTORY of the build, or --directory live.
 */
import { parseArgs } from 'node:util'
import { loadEnv } from 'vite'
import { examine, report } from './examine.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    key: { type: 'string' },
    site: { type: 'string' },
    directory: { type: 'string' },
  },
})
const env = loadEnv('production', process.cwd(), 'VITE_')
const url = values.url ?? env['VITE_SUPABASE_URL']
const publishableKey = values.key ?? env['VITE_SUPABASE_PUBLISHABLE_KEY']

if (!url || !publishableKey) {
  console.error(
    'Say which project: npm run doctor -- --url https://<ref>.supabase.co --key <publishable key>',
  )
  process.exit(2)
}

const findings = await examine({
  url,
  publishableKey,
  secretKey: process.env['SUPABASE_SECRET_KEY'],
  accessToken: process.env['SUPABASE_ACCESS_TOKEN'],
  siteUrl: values.site,
  directory: values.directory ?? env['VITE_DIRECTORY'],
})
console.info(report(findings))
const missing = findings.filter(({ isFine }) => isFine === false).length
console.info(missing === 0 ? '\nNothing is missing.' : `\n${missing} missing.`)
process.exit(missing === 0 ? 0 : 1)
