/*
 * Checks a hosted project and prints what is missing:
 *   npm run doctor -- --site https://app.example.com
 * Takes URL, publishable key, directory and captcha from .env.local, or the first three from --url, --key and --directory. More checks run if
 * SUPABASE_SECRET_KEY and SUPABASE_ACCESS_TOKEN are set in the environment. Never store these in a file.
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
  console.error('Usage: npm run doctor -- --url https://<ref>.supabase.co --key <publishable key>')
  process.exit(2)
}

const findings = await examine({
  url,
  publishableKey,
  secretKey: process.env['SUPABASE_SECRET_KEY'],
  accessToken: process.env['SUPABASE_ACCESS_TOKEN'],
  siteUrl: values.site,
  directory: values.directory ?? env['VITE_DIRECTORY'],
  captcha: env['VITE_CAPTCHA_PROVIDER'],
})
console.info(report(findings))
const missing = findings.filter(({ isFine }) => isFine === false).length
console.info(missing === 0 ? '\nNothing is missing.' : `\n${missing} missing.`)
process.exit(missing === 0 ? 0 : 1)
