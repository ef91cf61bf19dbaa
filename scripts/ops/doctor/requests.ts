import { call, type Finding, type Project, pushMigrations } from './project.ts'

/** Checks that the REST service refuses requests that are too slow, or that reveal hidden rows. */
export async function examineRequests(project: Project): Promise<Finding[]> {
  const isRefused = async (path: string, prefer: string) =>
    (await call(project, path, { headers: { prefer } })).code === 'PT400'
  const path = '/rest/v1/rpc/is_directory_live'
  const [planned, estimated, filtered] = await Promise.all([
    isRefused(path, 'count=planned'),
    isRefused(path, 'return=representation, Count=Estimated'),
    isRefused('/rest/v1/rpc/count_places?name=match.a', ''),
  ])
  return [
    {
      what: 'estimated counts',
      isFine: planned && estimated,
      advice: `Their numbers include hidden rows. ${pushMigrations} If it remains, run in the SQL editor: alter role authenticator set pgrst.db_pre_request = 'private.check_request'; notify pgrst, 'reload config';`,
    },
    {
      what: 'filters of the directory',
      isFine: filtered,
      advice: `Visitors may filter it with slow patterns. ${pushMigrations}`,
    },
  ]
}
