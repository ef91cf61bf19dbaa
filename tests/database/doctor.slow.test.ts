import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { examineDatabase } from '../../scripts/ops/doctor/database.ts'
import { examine, report } from '../../scripts/ops/doctor/examine.ts'
import type { Finding } from '../../scripts/ops/doctor/project.ts'
import { examineRequests } from '../../scripts/ops/doctor/requests.ts'
import { listen } from '../../supabase/local/listen.ts'
import { startLocalSupabase } from '../../supabase/local/start.ts'

const backend = await startLocalSupabase()
const project = {
  url: backend.url,
  publishableKey: backend.publishableKey,
  secretKey: backend.secretKey,
  siteUrl: backend.url,
}

afterAll(() => backend.stop())

const sql = (text: string) => backend.connection.driver.query(text, [])
async function run(statements: string) {
  for (const statement of statements.split('; ')) await sql(statement)
}
const missing = (findings: readonly Finding[]) =>
  findings.filter(({ isFine }) => isFine === false).map(({ what }) => what)
/** Always missing on the embedded backend, where no email is delivered. */
const always = 'confirmation of email addresses'

/** Returns what is missing between two changes of the database. */
async function missingBetween(change: string, revert: string): Promise<string[]> {
  await run(change)
  try {
    return missing(await examine(project)).filter((what) => what !== always)
  } finally {
    await run(revert)
  }
}

describe('the doctor', () => {
  test('reports a complete project, and what it could not check', async () => {
    expect(missing(await examine(project))).toEqual([always])
    const withoutSecrets = await examine({ ...project, secretKey: undefined, siteUrl: undefined })
    expect(withoutSecrets.filter(({ isFine }) => isFine === null).map(({ what }) => what)).toEqual([
      'site of links in emails',
      'limits of the bucket',
      'first admin',
      'links in emails',
      'authenticator apps',
      'second factor of admins',
      'recurring jobs',
      'settings of emails to owners',
      'delivery of emails to owners',
    ])
  })

  test('adds no rows', async () => {
    const count = async () => {
      const { rows } = await sql(
        'select (select count(*) from public.profiles) + (select count(*) from public.communities) + (select count(*) from public.audit_log) as total',
      )
      return rows
    }
    const before = await count()
    await examine(project)
    expect(await count()).toEqual(before)
  })

  test('reports an unreachable project, and nothing else', async () => {
    const findings = await examine({ ...project, url: 'http://localhost:9' })
    expect(report(findings)).toMatch(/^MISSING {2}URL and publishable key: No response/)
    expect(findings).toHaveLength(1)
  })

  test('reports a table that visitors can read', async () => {
    expect(
      await missingBetween(
        'alter table public.profiles disable row level security; grant select on public.profiles to anon',
        'alter table public.profiles enable row level security; revoke select on public.profiles from anon',
      ),
    ).toEqual(['policies of profiles'])
  })

  test.each(['select', 'insert'])(
    'reports a table that is granted to visitors for %s, even if a policy refuses them',
    async (right) => {
      expect(
        await missingBetween(
          `grant ${right} on public.communities to anon`,
          `revoke ${right} on public.communities from anon`,
        ),
      ).toEqual(['policies of communities'])
    },
  )

  test('reports a missing column and a missing function', async () => {
    expect(
      await missingBetween(
        'alter table public.profiles rename column interests to hobbies; alter function public.count_users rename to count_accounts',
        'alter table public.profiles rename column hobbies to interests; alter function public.count_accounts rename to count_users',
      ),
    ).toEqual(['table profiles', 'database function count_users'])
  })

  test('reports a function that visitors may call, even if it then refuses them', async () => {
    expect(
      await missingBetween(
        'grant execute on function public.count_users to anon',
        'revoke execute on function public.count_users from anon',
      ),
    ).toEqual(['database function count_users'])
  })

  test('waits until the REST service has loaded a function that a migration has just added', async () => {
    let unknown = 3
    const stale = await listen()
    stale.serve(async (request, response) => {
      const isStale = request.url?.endsWith('/rpc/count_users') && unknown > 0
      if (isStale) unknown -= 1
      const answer = isStale
        ? Response.json({ code: 'PGRST202', message: 'Could not find it' }, { status: 404 })
        : await fetch(backend.url + request.url, {
            method: request.method ?? 'GET',
            headers: { apikey: String(request.headers.apikey), 'content-type': 'application/json' },
            ...(request.method === 'POST' && { body: await buffer(request) }),
          })
      response.writeHead(answer.status).end(await answer.text())
    })
    const findings = await examineDatabase({ ...project, url: stale.url })
    expect(missing(findings)).toEqual([])
    expect(unknown).toBe(0)
    await stale.close()
  })

  test('suggests SQL for the first admin that uses the confirmed email', async () => {
    const findings = await examine({ ...project })
    const advice = findings.find(({ what }) => what === 'first admin')?.advice
    expect(advice).toContain('select id from auth.users where email')
  })

  test('reports a directory that does not match the built pages', async () => {
    const what = 'directory'
    const live = { ...project, directory: 'live' }
    expect(missing(await examine(live))).toEqual([always, what])
    await run('update private.settings set directory_live = true')
    expect(missing(await examine(live))).toEqual([always])
    expect(missing(await examine(project))).toEqual([always, what])
    await run('update private.settings set directory_live = false')
  })

  test('reports a directory function that visitors may not call', async () => {
    const search =
      'function public.search_directory(text, text, public.community_category, public.join_type, text, text, text, uuid, integer)'
    expect(
      await missingBetween(
        `revoke execute on ${search} from anon`,
        `grant execute on ${search} to anon`,
      ),
    ).toEqual(['database function search_directory'])
  })

  test('reports a directory that visitors can filter', async () => {
    const refuseIf = (condition: string) =>
      `create or replace function private.refuse_filters() returns void language plpgsql as $$ begin
         if ${condition} then raise exception 'Refused' using errcode = 'PT400';end if;end $$`
    expect(await missingBetween(refuseIf('false'), refuseIf(`current_query() ~* 'where'`))).toEqual(
      ['filters of the directory'],
    )
  })

  test('reports estimated counts', async () => {
    const open = await listen()
    open.serve(async (request, response) => {
      const answer = await fetch(backend.url + request.url, {
        method: request.method ?? 'GET',
        headers: { apikey: String(request.headers.apikey), 'content-type': 'application/json' },
        ...(request.method === 'POST' && { body: await buffer(request) }),
      })
      response.writeHead(answer.status).end(await answer.text())
    })
    const findings = await examineRequests({ ...project, url: open.url })
    expect(missing(findings)).toEqual(['estimated counts'])
    await open.close()
  })

  test('reports a bucket without limits', async () => {
    expect(
      await missingBetween(
        `update storage.buckets set allowed_mime_types = null, file_size_limit = null`,
        `update storage.buckets set allowed_mime_types = '{image/jpeg,image/png,image/gif}', file_size_limit = 5242880`,
      ),
    ).toEqual(['limits of the bucket'])
  })

  test('reports a missing admin', async () => {
    expect(
      await missingBetween(
        `set session_replication_role = replica; update public.profiles set is_admin = false; reset session_replication_role`,
        `set session_replication_role = replica; update public.profiles set is_admin = true where email = 'admin@example.com'; reset session_replication_role`,
      ),
    ).toEqual(['first admin'])
  })

  test('reports emails whose links lead to another site', async () => {
    const findings = await examine({ ...project, siteUrl: 'https://elsewhere.example' })
    expect(missing(findings)).toEqual([always, 'site of links in emails'])
    expect(report(findings)).toContain('instead of https://elsewhere.example.')
  })
})
