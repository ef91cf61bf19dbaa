import { defaultCacheControl, hostFiles, type HostRules, newCommunity } from './rules.ts'

/** Besides text/html, which nginx adds. */
const texts =
  'application/atom+xml application/javascript text/css text/javascript text/plain text/xml'

/** Returns the rules for the server block of a site whose root is the build. */
export function renderNginx({ everywhere, files }: HostRules): string {
  return `# The build writes this file anew. Include it in a server block:
#
#   server {
#     listen 443 ssl;
#     server_name app.example.com;
#     root /srv/waypost/dist;
#     include /srv/waypost/dist-hosts/nginx.conf;
#   }

charset utf-8;
charset_types ${texts};
gzip on;
gzip_vary on;
gzip_proxied any;
gzip_types ${texts} application/json application/manifest+json image/svg+xml;

${everywhere.map(([name, value]) => `add_header ${name} "${value}" always;`).join('\n')}
# Locations set the variable: with an add_header of their own, they would lose those above.
set $cache_control "${defaultCacheControl}";
add_header Cache-Control $cache_control always;

error_page 403 404 =404 /404.html;

location / {
  try_files $uri $uri.html $uri/index.html =404;
}

# Hidden files, and files for other hosts.
location ~ /\\.(?!well-known/) {
  return 404;
}
location ~ ^/(?:${hostFiles.map((name) => name.replaceAll('.', '\\.')).join('|')})$ {
  return 404;
}

# Communities newer than the build.
location ~* "${newCommunity.path}" {
  try_files $uri $uri/index.html /${newCommunity.file} =404;
}

location ~ ^(?<page>/.+)/$ {
  try_files $uri/index.html $page.html =404;
}

${files.map(renderFile).join('\n')}`
}

function renderFile({ path, cacheControl, contentType }: HostRules['files'][number]): string {
  const location = path.endsWith('*') ? path.slice(0, -1) : `= ${path}`
  // `charset` adds the charset.
  const type = contentType && `  types {}\n  default_type ${contentType.split(';')[0]};\n`
  return `location ${location} {
  set $cache_control "${cacheControl}";
${type ?? ''}  try_files $uri =404;
}
`
}
