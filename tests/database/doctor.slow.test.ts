import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
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

/** Starts a proxy of the backend, which does not check the headers of requests. */
async function startProxy() {
  const proxy = await listen()
  proxy.serve(async (request, response) => {
    const { url = '', method = 'GET', headers } = request
    const answered = await fetch(backend.url + url, {
      method,
      headers: { apikey: String(headers.apikey), 'content-type': 'application/json' },
      ...(method === 'POST' && { body: await buffer(request) }),
    })
    response.writeHead(answered.status).end(await answered.text())
  })
  return proxy
}

describe('the doctor', () => {
  test('reports a complete project, and what it could not check, and adds no rows', async () => {
    const count = async () => {
      const { rows } = await sql(
        'select (select count(*) from public.profiles) + (select count(*) from public.communities) + (select count(*) from public.audit_log) as total',
      )
      return rows
    }
    const before = await count()
    expect(missing(await examine(project))).toEqual([always])
    expect(await count()).toEqual(before)
    const withoutSecrets = await examine({ ...project, secretKey: undefined, siteUrl: undefined })
    expect(withoutSecrets.filter(({ isFine }) => isFine === null).map(({ what }) => what)).toEqual([
      'site of links in emails',
      'limits of the bucket',
      'first admin',
      'links in emails',
      'codes in emails',
      'authenticator apps',
      'Google and Apple',
      'passkeys',
      'captcha',
      'second factor of admins',
      'recurring jobs',
      'runs of recurring jobs',
      'settings of emails to owners',
      'delivery of emails to owners',
    ])
  })

  test('reports an unreachable project, and nothing else', async () => {
    const findings = await examine({ ...project, url: 'http://localhost:9' })
    expect(report(findings)).toMatch(/^MISSING {2}URL and publishable key: No response/)
    expect(findings).toHaveLength(1)
  })

  const refuseIf = (condition: string) =>
    `create or replace function private.refuse_filters() returns void language plpgsql as $$ begin
       if ${condition} then raise exception 'Refused' using errcode = 'PT400';end if;end $$`
  const changeAdmin = (change: string) =>
    `set session_replication_role = replica; update public.profiles set ${change}; reset session_replication_role`

  test.each<[what: string, change: string, revert: string, missing: string[]]>([
    [
      'a table that visitors can read',
      'alter table public.profiles disable row level security; grant select on public.profiles to anon',
      'alter table public.profiles enable row level security; revoke select on public.profiles from anon',
      ['policies of profiles'],
    ],
    [
      'a table that is granted to visitors, even if a policy refuses them',
      'grant insert on public.communities to anon',
      'revoke insert on public.communities from anon',
      ['policies of communities'],
    ],
    [
      'a missing column and a missing function',
      'alter table public.profiles rename column interests to hobbies; alter function public.count_users rename to count_accounts',
      'alter table public.profiles rename column hobbies to interests; alter function public.count_accounts rename to count_users',
      ['table profiles', 'database function count_users'],
    ],
    [
      'a function that visitors may call, even if it then refuses them',
      'grant execute on function public.count_users to anon',
      'revoke execute on function public.count_users from anon',
      ['database function count_users'],
    ],
    [
      'a directory that visitors can filter',
      refuseIf('false'),
      refuseIf(`current_query() ~* 'where'`),
      ['filters of the directory'],
    ],
    [
      'a directory that does not match the built pages',
      'update private.settings set directory_live = true',
      'update private.settings set directory_live = false',
      ['directory'],
    ],
    [
      'a bucket without limits',
      `update storage.buckets set allowed_mime_types = null, file_size_limit = null`,
      `update storage.buckets set allowed_mime_types = '{image/jpeg,image/png,image/gif}', file_size_limit = 5242880`,
      ['limits of the bucket'],
    ],
    [
      'a missing admin',
      changeAdmin('is_admin = false'),
      changeAdmin(`is_admin = true where email = 'admin@example.com'`),
      ['first admin'],
    ],
  ])('reports %s', async (_what, change, revert, expected) => {
    await run(change)
    try {
      const found = missing(await examine(project)).filter((what) => what !== always)
      expect(found).toEqual(expected)
    } finally {
      await run(revert)
    }
  })

  test('reports a site whose pages or links in emails are those of another project', async () => {
    const siteUrl = 'https://elsewhere.example'
    const findings = await examine({ ...project, siteUrl, directory: 'live' })
    expect(missing(findings).toSorted()).toEqual([always, 'directory', 'site of links in emails'])
    expect(report(findings)).toContain('instead of https://elsewhere.example.')
    const admin = findings.find(({ what }) => what === 'first admin')
    expect(admin?.advice).toContain('select id from auth.users where email')
  })

  test('reports estimated counts', async () => {
    const open = await startProxy()
    const findings = await examineRequests({ ...project, url: open.url })
    expect(missing(findings)).toEqual(['estimated counts'])
    await open.close()
  })
})
