import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../tooling/free-port.ts'
import { startProgram } from '../../../tooling/real-services/program.ts'

/**
 * Starts nginx as the CDN in front of a project. Its cache follows `Cache-Control`, `Vary` and `stale-while-revalidate`,
 * and each response has its status in `X-Cache`. Without /cached in the URL, it is the same proxy without the cache.
 */
export async function startNginx(restPort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  writeFileSync(join(folder, 'nginx.conf'), configure(folder, restPort, port))
  const program = await startProgram({
    // Debian does not add it to the PATH of users.
    command: 'nginx',
    args: ['-c', join(folder, 'nginx.conf'), '-p', folder, '-g', 'daemon off;'],
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    isReady: async () => (await fetch(`${url}/rest/v1/rpc/is_directory_live`)).ok,
  })
  return {
    url,
    pid: program.pid,
    async stop() {
      await program.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/* As root, the workers would otherwise run as a user who may not open the folder. */
const user = process.getuid?.() === 0 ? 'user root;' : ''

const configure = (folder: string, restPort: number, port: number) => `
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
    upstream rest { server 127.0.0.1:${restPort}; keepalive 128; keepalive_requests 1000000; }
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host project;

    server {
      listen 127.0.0.1:${port} backlog=4096;
      location /rest/v1/ { proxy_pass http://rest/; }
      location /cached/rest/v1/ {
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
