import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getHostsFolder } from '../../../scripts/build/hosts/plugin.ts'
import { findOnPath } from '../../../tooling/browser/other-browsers.ts'
import { freePort } from '../../../tooling/free-port.ts'
import { startProgram } from '../../../tooling/real-services/program.ts'
import { liveSiteFolder } from '../../../tooling/site/build-site.ts'

interface Paths {
  /** Empty, and deleted at the end. */
  folder: string
  site: string
  hosts: string
}

interface WebServer {
  name: string
  /** Undefined if it is not installed. */
  command: string | undefined
  args: (config: string) => string[]
  renderConfig: (port: number, paths: Paths) => string
}

/** Programs that serve the build with the file that it contains for them. Debian's packages have their names. */
export const webServers: WebServer[] = [
  {
    name: 'nginx',
    command: findServer('nginx'),
    args: (config) => ['-c', config],
    renderConfig: (port, { folder, site, hosts }) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${site};
    include ${hosts}/nginx.conf;
  }
}
`,
  },
  {
    name: 'caddy',
    command: findServer('caddy'),
    args: (config) => ['run', '--adapter', 'caddyfile', '--config', config],
    renderConfig: (port, { site, hosts }) => `
{
  admin off
}
http://127.0.0.1:${port} {
  root * ${site}
  import ${hosts}/Caddyfile
}
`,
  },
]

/** Root's programs are not on every user's PATH. */
function findServer(name: string): string | undefined {
  const path = `/usr/sbin/${name}`
  return findOnPath(name) ?? (existsSync(path) ? path : undefined)
}

/** Serves a copy of the live build, with hidden files that no visitor may read. */
export async function serveWith({ name, command = name, args, renderConfig }: WebServer) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const site = join(folder, 'site')
  const hosts = getHostsFolder(site)
  cpSync(liveSiteFolder, site, { recursive: true })
  cpSync(getHostsFolder(liveSiteFolder), hosts, { recursive: true })
  for (const file of ['.env', 'assets/.hidden']) writeFileSync(join(site, file), 'secret')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = join(folder, 'config')
  writeFileSync(config, renderConfig(port, { folder, site, hosts }))
  const program = await startProgram({
    command,
    args: args(config),
    env: { HOME: folder },
    isReady: async () => (await fetch(url)).ok,
  })
  const close = async () => {
    await program.stop()
    rmSync(folder, { recursive: true })
  }
  return { url, close }
}
