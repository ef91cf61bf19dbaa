import { type HostRules, listHeaders, newCommunity } from './rules.ts'

/** Returns `vercel.json`. Vercel applies a rewrite only to paths that have no file. */
export function renderVercel(rules: HostRules): string {
  return JSON.stringify({
    cleanUrls: true,
    headers: listHeaders(rules).map(({ path, headers }) => ({
      source: path.replace('*', '(.*)').replace(/\.(?=\w)/, '\\.'),
      headers: headers.map(([key, value]) => ({ key, value })),
    })),
    rewrites: [
      {
        source: newCommunity.path.replace(/^\^\/communities\/(.*)$/, '/communities/($1.*)'),
        destination: `/${newCommunity.file.replace('.html', '')}`,
      },
    ],
  })
}
