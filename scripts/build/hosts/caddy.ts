import {
  defaultCacheControl,
  type Header,
  hostFiles,
  type HostRules,
  listHeaders,
  newCommunity,
} from './rules.ts'

/** Returns the rules for the site block of a site whose root is the build. */
export function renderCaddy(rules: HostRules): string {
  const [everywhere, ...files] = listHeaders(rules)
  return `# The build writes this file anew. Import it in a site block:
#
#   app.example.com {
#     root * /srv/waypost/dist
#     import /srv/waypost/dist-hosts/Caddyfile
#   }

route {
	encode zstd gzip
	header {
${renderHeaders(everywhere?.headers)}
		Cache-Control "${defaultCacheControl}"
	}

	# Hidden files, and files for other hosts.
	@hidden {
		path_regexp /\\.|^/(?:${hostFiles.map((name) => name.replaceAll('.', '\\.')).join('|')})$
		not path /.well-known/*
	}
	error @hidden 404

	uri strip_suffix /
	# Communities newer than the build.
	@community path_regexp "(?i)${newCommunity.path}"
	route @community {
		try_files {path} {path}/index.html /${newCommunity.file}
	}
	try_files {path} {path}.html {path}/index.html
${files.map(renderFile).join('')}	file_server
}

handle_errors {
	encode zstd gzip
	rewrite * /404.html
	file_server
}
`
}

const renderHeaders = (headers: Header[] = []) =>
  headers.map(([name, value]) => `\t\t${name} "${value}"`).join('\n')

const renderFile = (
  { path, headers }: ReturnType<typeof listHeaders>[number],
  index: number,
): string => `	@file${index} {
		path ${path}
		file
	}
	header @file${index} {
${renderHeaders(headers)}
	}

`
