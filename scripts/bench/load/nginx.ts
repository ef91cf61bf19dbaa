import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../tooling/free-port.ts'
import { startProgram } from '../../../tooling/real-services/program.ts'

interface Nginx {
  pid: number
  /** The project's URL through the cache. */
  cachedUrl: string
  /** The project's URL through the same proxy without the cache. */
  uncachedUrl: string
  stop(): Promise<void>
}

/** @throws if nginx is not installed */
export function findNginx(): string {
  const binary = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find((path) => existsSync(path))
  if (!binary) throw new Error('nginx is not installed. On Debian: apt-get install nginx-light')
  return binary
}

/**
 * Starts nginx as the CDN in front of a project. Its cache follows `Cache-Control`, `Vary` and `stale-while-revalidate`,
 * and each response has its status in `X-Cache`.
 *
 * @param restSocket path of the Unix socket of PostgREST
 */
export async function startNginx(restSocket: string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeFolder)
  const [cached, uncached] = [await freePort(), await freePort()]
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configure({ folder, restSocket, cached, uncached }))
  const uncachedUrl = `http://127.0.0.1:${uncached}`
  const program = await startProgram({
    command: findNginx(),
    args: ['-c', file, '-p', folder, '-g', 'daemon off;'],
    env: {},
    isReady: async () => (await fetch(`${uncachedUrl}/rest/v1/rpc/is_directory_live`)).ok,
  })
  return {
    pid: program.pid,
    cachedUrl: `http://127.0.0.1:${cached}`,
    uncachedUrl,
    async stop() {
      await program.stop()
      process.removeListener('exit', removeFolder)
      removeFolder()
    },
  }
}

interface Settings {
  folder: string
  restSocket: string
  /** Ports. */
  cached: number
  uncached: number
}

/* As root, the workers would otherwise run as a user who may not open the folder and the socket. */
const user = process.getuid?.() === 0 ? 'user root;' : ''

const configure = ({ folder, restSocket, cached, uncached }: Settings) => `
  ${user}
  worker_processes 2;
  pid ${folder}/pid;
  error_log stderr error;
  events { worker_connections 8192; }
  http {
    access_log off;
    client_body_temp_path ${folder}/body;
    proxy_temp_path ${folder}/proxy;
    fastcgi_temp_path ${folder}/fastcgi;
    uwsgi_temp_path ${folder}/uwsgi;
    scgi_temp_path ${folder}/scgi;
    keepalive_requests 1000000;
    proxy_cache_path ${folder}/cache keys_zone=directory:64m inactive=10m;
    upstream rest { server unix:${restSocket}; keepalive 128; keepalive_requests 1000000; }
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host project;

    server {
      listen 127.0.0.1:${uncached} backlog=4096;
      location /rest/v1/ { proxy_pass http://rest/; }
    }
    server {
      listen 127.0.0.1:${cached} backlog=4096;
      location /rest/v1/ {
        proxy_pass http://rest/;
        proxy_cache directory;
        proxy_cache_key $request_uri;
        # One request for each URL at a time; the others wait for its response.
        proxy_cache_lock on;
        proxy_cache_background_update on;
        add_header X-Cache $upstream_cache_status;
      }
    }
  }`
