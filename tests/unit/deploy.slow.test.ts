import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { parse } from 'smol-toml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostedConfig } from '../../scripts/ops/deploy/hosted-config.ts'
import {
  directorySql,
  functionSecrets,
  keysCommand,
  projectSteps,
  readPublishableKey,
  secretsStep,
  sqlStep,
  validateOptions,
} from '../../scripts/ops/deploy/plan.ts'
import { callsSql, deletionSql } from '../../scripts/ops/deploy/schedule.ts'
import { listen } from '../../supabase/local/listen.ts'
import { startLocalSupabase } from '../../supabase/local/start.ts'

const options = { projectRef: 'abcdefghijklmnopqrst', siteUrl: 'https://app.example.com/start' }
const config = hostedConfig(
  readFileSync('supabase/config.toml', 'utf8'),
  options.projectRef,
  options.siteUrl,
)

describe('the settings of a hosted project', () => {
  test('links in emails lead only to the site', () => {
    expect(parse(config)).toMatchObject({
      auth: {
        site_url: 'https://app.example.com',
        additional_redirect_urls: ['https://app.example.com/**'],
      },
    })
    expect(config).not.toContain('localhost')
  })

  test('users must confirm their email, and the password rules and rate limits are kept', () => {
    expect(parse(config)).toMatchObject({
      auth: {
        minimum_password_length: 8,
        password_requirements: 'letters_digits',
        rate_limit: { sign_in_sign_ups: 30 },
        email: { enable_confirmations: true, secure_password_change: true },
      },
    })
  })

  test('users can add an authenticator app', () => {
    expect(parse(config)).toMatchObject({
      auth: { mfa: { totp: { enroll_enabled: true, verify_enabled: true } } },
    })
  })

  test('the demo images are not deployed', () => {
    expect(config).not.toContain('images')
  })
})

describe('a deployment', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'deploy-'))
    mkdirSync(join(folder, 'supabase'))
    for (const name of ['functions', 'templates']) {
      cpSync(`supabase/${name}`, join(folder, `supabase/${name}`), { recursive: true })
    }
    writeFileSync(join(folder, 'supabase/config.toml'), config)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Returns the output of the CLI, which cannot reach the project. */
  async function readOutput([program = '', ...args]: string[], token: string): Promise<string> {
    const run = promisify(execFile)(program, args, {
      timeout: 60_000,
      env: { ...process.env, HOME: folder, SUPABASE_ACCESS_TOKEN: token, DO_NOT_TRACK: '1' },
    })
    return run.then(
      ({ stdout, stderr }) => stdout + stderr,
      (problem: { stdout: string; stderr: string }) => problem.stdout + problem.stderr,
    )
  }

  test('the schema is pushed before the functions, and the functions before the settings', () => {
    expect(projectSteps(options, folder).map(({ command }) => command.slice(2, 4))).toEqual([
      ['db', 'push'],
      ['functions', 'deploy'],
      ['config', 'push'],
    ])
  })

  test('the installed CLI accepts all commands', async () => {
    const sqlFile = join(folder, 'schedule.sql')
    writeFileSync(sqlFile, 'select 1')
    const secretsFile = join(folder, 'secrets.env')
    writeFileSync(secretsFile, functionSecrets(options, {}))
    const commands = [
      ...projectSteps(options, folder).slice(1),
      sqlStep('Run it', options, sqlFile),
      secretsStep(options, secretsFile),
      { command: keysCommand(options) },
    ]
    const outputs = await Promise.all(commands.map(({ command }) => readOutput(command, '')))
    for (const output of outputs) expect(output).toContain('Access token not provided')
  }, 60_000)

  /** Creates a database with what pg_cron, pg_net and the vault add to a hosted project. Its tables record the calls. */
  async function createHostedDatabase() {
    const database = await PGlite.create()
    await database.exec(`
      create schema vault; create schema cron; create schema net;
      create table vault.secrets (id uuid default gen_random_uuid(), name text, secret text);
      create view vault.decrypted_secrets as select name, secret as decrypted_secret from vault.secrets;
      create function vault.create_secret(text, text) returns void language sql
        as 'insert into vault.secrets (secret, name) values ($1, $2)';
      create function vault.update_secret(uuid, text) returns void language sql
        as 'update vault.secrets set secret = $2 where id = $1';
      create table cron.job (jobname text primary key, schedule text, command text);
      create function cron.schedule(text, text, text) returns void language sql as
        'insert into cron.job values ($1, $2, $3) on conflict (jobname) do update set command = $3';
      create function cron.unschedule(text) returns boolean language sql as
        'delete from cron.job where jobname = $1 returning true';
      create table cron.job_run_details (runid bigint, end_time timestamptz);
      create table net.calls (url text, headers jsonb);
      create function net.http_post(url text, headers jsonb, timeout_milliseconds integer) returns void language sql
        as 'insert into net.calls values (url, headers)'`)
    const schedule = (sql: string) => database.exec(sql.replaceAll(/create extension .*;/g, ''))
    const readJobs = async () => {
      const { rows } = await database.query<{ jobname: string; schedule: string; command: string }>(
        'select jobname, schedule, command from cron.job order by jobname',
      )
      return rows
    }
    return { database, schedule, readJobs }
  }

  test('the deletion of expired records is scheduled, also of old runs of the jobs', async () => {
    const { database, schedule, readJobs } = await createHostedDatabase()
    await database.exec(`
      create schema private;
      create table private.deletions (at timestamptz);
      create function private.delete_expired() returns void language sql
        as 'insert into private.deletions values (now())';
      insert into cron.job_run_details values
        (1, now() - interval '8 days'), (2, now() - interval '6 days'), (3, null)`)
    await schedule(deletionSql())
    await schedule(deletionSql())
    const jobs = await readJobs()
    expect(jobs.map(({ jobname, schedule: when }) => [jobname, when])).toEqual([
      ['delete-expired', '*/10 * * * *'],
      ['delete-job-runs', '47 3 * * *'],
    ])
    for (const { command } of jobs) {
      await database.exec(command)
    }
    expect((await database.query('select from private.deletions')).rows).toHaveLength(1)
    expect((await database.query('select runid from cron.job_run_details')).rows).toEqual([
      { runid: 2 },
      { runid: 3 },
    ])
    await database.close()
  })

  test('calls are scheduled with the key in the vault, and scheduling again replaces the key', async () => {
    const { database, schedule, readJobs } = await createHostedDatabase()
    await database.exec(
      "select cron.schedule('send-mail', '* * * * *', 'a call of the former path')",
    )
    for (const key of ['sb_secret_old', 'sb_secret_new']) {
      // The second run updates the first one.
      await schedule(callsSql('https://abcdefghijklmnopqrst.supabase.co', key))
    }
    const jobs = await readJobs()
    const command = expect.any(String)
    expect(jobs).toEqual([
      { jobname: 'check-links', schedule: '*/15 * * * *', command },
      { jobname: 'collect-images', schedule: '17 3 * * *', command },
      { jobname: 'send-emails', schedule: '* * * * *', command },
    ])
    for (const job of jobs) {
      expect(job.command).not.toContain('sb_secret')
      await database.exec(job.command)
    }
    expect((await database.query('select url, headers from net.calls')).rows).toEqual(
      ['check-links', 'collect-images', 'send-emails'].map((path) => ({
        url: `https://abcdefghijklmnopqrst.supabase.co/functions/v1/admin/${path}`,
        headers: { apikey: 'sb_secret_new' },
      })),
    )
    expect(() => callsSql('https://a.supabase.co', "a'; drop table x; --")).toThrow('Invalid key')
    await database.close()
  })

  test('the directory can be opened and closed', async () => {
    const local = await startLocalSupabase()
    const { driver } = local.connection
    for (const [directory, isLive] of [
      ['live', true],
      ['closed', false],
    ] as const) {
      await driver.exec(directorySql(directory))
      const { rows } = await driver.query('select public.is_directory_live() as live')
      expect(rows).toEqual([{ live: isLive }])
    }
    await local.stop()
  }, 60_000)

  test('the functions get the URLs of the site and the SMTP server', () => {
    const server = 'smtps://me%40example.com:pass$word@smtp.example.com:465'
    expect(functionSecrets(options, { SMTP_URL: server })).toBe(
      `SITE_URL='https://app.example.com'\nSMTP_URL='${server}'\n`,
    )
    expect(functionSecrets(options, {})).toBe(`SITE_URL='https://app.example.com'\n`)
    for (const SMTP_URL of ["smtps://a:b'c@d", 'smtps://a\nSITE_URL=x']) {
      expect(() => functionSecrets(options, { SMTP_URL })).toThrow('SMTP_URL contains a quote')
    }
  })

  test('the CLI accepts the settings', async () => {
    const push = projectSteps(options, folder).at(-1)?.command ?? []
    const token = `sbp_${'0'.repeat(40)}`
    expect(await readOutput(push, token)).not.toContain('supabase/config.toml')
    writeFileSync(
      join(folder, 'supabase/config.toml'),
      config.replace('jwt_expiry = 3600', 'jwt_expiry = "soon"'),
    )
    expect(await readOutput(push, token)).toContain('Invalid auth.jwt_expiry')
  }, 120_000)

  test('the emails of the auth service are pushed', async () => {
    const pushed: Record<string, unknown> = {}
    // A project with default settings, as the CLI reads it.
    const api = await listen()
    api.serve((request, response) => {
      const auth = { data: { attributes: { auth: { site_url: '' } } } }
      const addons = { selected_addons: [], available_addons: [] }
      void buffer(request).then((body) => {
        if (request.method === 'PATCH') Object.assign(pushed, JSON.parse(body.toString()))
        const isAddons = request.url?.endsWith('/addons')
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(isAddons ? addons : auth))
      })
    })
    const profile = join(folder, 'profile.json')
    const { url } = api
    writeFileSync(
      profile,
      JSON.stringify({ name: 'test', api_url: url, dashboard_url: url, project_host: 'localhost' }),
    )
    writeFileSync(join(folder, 'supabase/config.toml'), config)
    const push = projectSteps(options, folder).at(-1)?.command ?? []
    await readOutput([...push, '--profile', profile], `sbp_${'0'.repeat(40)}`)
    await api.close()

    expect(pushed).toMatchObject({
      mailer_subjects_recovery: 'Set a new password for Waypost',
      mailer_notifications_password_changed_enabled: true,
    })
    const texts = Object.keys(pushed).filter((name) => name.startsWith('mailer_templates_'))
    const files = readdirSync('supabase/templates')
    expect(new Set(texts.map((name) => pushed[name]))).toEqual(
      new Set(files.map((file) => readFileSync(`supabase/templates/${file}`, 'utf8'))),
    )
  }, 60_000)

  test.each([
    [{}, '--project-ref'],
    [{ projectRef: 'short', siteUrl: options.siteUrl }, '--project-ref'],
    [{ projectRef: options.projectRef }, '--site'],
    [{ projectRef: options.projectRef, siteUrl: 'http://app.example.com' }, '--site'],
    [{ ...options, directory: 'open' }, '--directory'],
    [{ ...options, directory: 'live', onlyPages: true }, '--pages'],
  ])('the missing or invalid option of %o is reported', (given, option) => {
    expect(validateOptions(given)).toContain(option)
  })

  test('the project and the site are the only required options', () => {
    expect(validateOptions(options)).toBeNull()
    expect(validateOptions({ ...options, directory: 'live' })).toBeNull()
    expect(validateOptions({ ...options, directory: 'closed' })).toBeNull()
  })
})

test('--pages only builds and uploads the pages', async () => {
  const project = ['--project-ref', options.projectRef, '--site', options.siteUrl]
  const upload = ['--upload', 'upload dist']
  const command = ['tsx', 'scripts/ops/deploy/run.ts', '--pages', '--dry-run']
  const { stdout } = await promisify(execFile)('npx', command.concat(project, upload))
  const steps = stdout.trim().split(/\n{2,}/)
  expect(steps.map((step) => step.split('\n')[0])).toEqual(['Build the pages', 'Upload the pages'])
}, 60_000)

describe('the key in the build', () => {
  const legacy = { name: 'anon', api_key: 'legacy-anon', type: 'legacy' }
  const secret = { name: 'default', api_key: 'sb_secret_x', type: 'secret' }
  const publishable = { name: 'default', api_key: 'sb_publishable_x', type: 'publishable' }

  test('the build gets the publishable key or the legacy key, and never a secret key', () => {
    expect(readPublishableKey(JSON.stringify([secret, legacy, publishable]))).toBe(
      'sb_publishable_x',
    )
    expect(readPublishableKey(JSON.stringify([secret, legacy]))).toBe('legacy-anon')
    expect(() => readPublishableKey(JSON.stringify([secret]))).toThrow('no publishable key')
  })
})
