import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { call, type Finding, type Project, pushMigrations } from './project.ts'

/** Checks that the REST service refuses requests that are too slow, or that reveal hidden rows. */
export async function examineRequests(project: Project): Promise<Finding[]> {
  const path = '/rest/v1/rpc/is_directory_live'
  const isCountRefused = async (prefer: string) =>
    (await call(project, path, { headers: { prefer } })).code === 'PT400'
  const [planned, estimated, isRefusedInFirstHeader, filtered] = await Promise.all([
    isCountRefused('count=planned'),
    isCountRefused('return=representation, Count=Estimated'),
    isRefused(project, path, ['count=planned', 'return=representation']),
    call(project, '/rest/v1/rpc/count_places?name=match.a'),
  ])
  const isFine = planned && estimated
  return [
    {
      what: 'estimated counts',
      isFine,
      advice: `Their numbers include hidden rows. ${pushMigrations} If it remains, run in the SQL editor: alter role authenticator set pgrst.db_pre_request = 'private.check_request'; notify pgrst, 'reload config';`,
    },
    ...(isFine
      ? [
          {
            what: 'estimated counts in the first of two headers',
            // No setting of the project changes its gateway.
            isFine: isRefusedInFirstHeader || null,
            advice: 'They are not refused. docs/decisions/0029-requests-of-the-rest-service.md',
          },
        ]
      : []),
    {
      what: 'filters of the directory',
      isFine: filtered.code === 'PT400',
      advice: `Visitors may filter it with slow patterns. ${pushMigrations}`,
    },
  ]
}

/** Whether a request with several `Prefer` headers is refused. `fetch` would join them. */
function isRefused(project: Project, path: string, prefer: string[]): Promise<boolean> {
  const url = new URL(path, project.url)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const headers = { apikey: project.publishableKey, prefer }
    request(url, { headers, timeout: 15_000 }, (response) => {
      text(response).then(
        (body) => resolve(body.includes('"PT400"')),
        () => resolve(false),
      )
    })
      .once('error', () => resolve(false))
      .end()
  })
}
