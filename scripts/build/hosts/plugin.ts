import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { renderCaddy } from './caddy.ts'
import { renderRoutes, renderWorker } from './cloudflare.ts'
import { renderHeadersFile } from './headers-file.ts'
import { renderNginx } from './nginx.ts'
import { followRules } from './preview.ts'
import { getHostRules } from './rules.ts'
import { renderVercel } from './vercel.ts'

/** The folder beside the build with what is configured on a server: `dist-hosts` for `dist`. */
export const getHostsFolder = (folder: string): string => `${folder}-hosts`

/** Writes the rules of `rules.ts` for the hosts (docs/deployment.md), and makes the preview server follow them. */
export function hosts(): Plugin {
  let folder = ''
  let supabaseUrl = ''
  let captcha = ''
  return {
    name: 'hosts',
    configResolved({ root, build, env }) {
      folder = resolve(root, build.outDir)
      supabaseUrl = String(env['VITE_SUPABASE_URL'] ?? '')
      captcha = String(env['VITE_CAPTCHA_PROVIDER'] ?? '')
    },
    writeBundle() {
      const html = readFileSync(join(folder, 'index.html'), 'utf8')
      const rules = getHostRules(supabaseUrl, html, captcha)
      const files = {
        _headers: renderHeadersFile(rules),
        '_routes.json': renderRoutes(),
        '_worker.js': renderWorker(),
        'vercel.json': renderVercel(rules),
      }
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
      const beside = getHostsFolder(folder)
      mkdirSync(beside, { recursive: true })
      writeFileSync(join(beside, 'nginx.conf'), renderNginx(rules))
      writeFileSync(join(beside, 'Caddyfile'), renderCaddy(rules))
    },
    configurePreviewServer: (server) => followRules(server, folder),
  }
}
