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
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  directorySql,
  functionSecrets,
  keysCommand,
  projectSteps,
  secretNamesCommand,
  secretsStep,
  sqlStep,
} from '../../scripts/ops/deploy/plan.ts'
import { hostedConfig } from '../../scripts/ops/deploy/hosted-config.ts'
import { callsSql, statementsSql } from '../../scripts/ops/deploy/schedule.ts'
import { listen } from '../../supabase/local/listen.ts'
import { startLocalSupabase } from '../../supabase/local/start.ts'

const options = { projectRef: 'abcdefghijklmnopqrst', siteUrl: 'https://app.example.com/start' }

describe('the installed CLI', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  beforeAll(() => {
    mkdirSync(join(folder, 'supabase'))
    for (const name of ['functions', 'templates']) {
      cpSync(`supabase/${name}`, join(folder, `supabase/${name}`), { recursive: true })
    }
    writeFileSync(
      join(folder, 'supabase/config.toml'),
      hostedConfig(
        readFileSync('supabase/config.toml', 'utf8'),
        options.projectRef,
        options.siteUrl,
      ),
    )
  })

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

  test('accepts all commands', async () => {
    const sqlFile = join(folder, 'schedule.sql')
    writeFileSync(sqlFile, 'select 1')
    const secretsFile = join(folder, 'secrets.env')
    writeFileSync(secretsFile, functionSecrets(options, {}, ''))
    const commands = [
      ...projectSteps(options, folder).slice(1),
      sqlStep('Run it', options, sqlFile),
      secretsStep(options, secretsFile),
      { command: keysCommand(options) },
      { command: secretNamesCommand(options) },
    ]
    const outputs = await Promise.all(commands.map(({ command }) => readOutput(command, '')))
    for (const output of outputs) expect(output).toContain('Access token not provided')
  })

  test('pushes the settings, and the emails of the auth service', async () => {
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
    const { url } = api
    const profile = join(folder, 'profile.json')
    writeFileSync(
      profile,
      JSON.stringify({ name: 'test', api_url: url, dashboard_url: url, project_host: 'localhost' }),
    )
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
  })
})

describe('the database of a project', async () => {
  const local = await startLocalSupabase()
  const { driver } = local.connection
  afterAll(() => local.stop())
  // What pg_cron, pg_net and the vault add to a hosted project. The tables record the calls.
  await driver.exec(`
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
  const schedule = (sql: string) => driver.exec(sql.replaceAll(/create extension .*;/g, ''))
  async function runJobs() {
    const { rows } = await driver.query<{ jobname: string; schedule: string; command: string }>(
      'select * from cron.job order by jobname',
    )
    for (const { command } of rows) await driver.exec(command)
    return rows.map((job) => [job.jobname, job.schedule])
  }

  test('runs the jobs of the database on a schedule, and deletes old runs', async () => {
    await driver.exec(
      `insert into cron.job_run_details values
         (1, now() - interval '8 days'), (2, now() - interval '6 days'), (3, null)`,
    )
    await schedule(statementsSql())
    await schedule(statementsSql())
    expect(await runJobs()).toEqual([
      ['ask-owners', '2-59/10 * * * *'],
      ['delete-expired', '*/10 * * * *'],
      ['delete-job-runs', '47 3 * * *'],
      ['end-suspensions', '* * * * *'],
      ['fall-asleep', '6-59/10 * * * *'],
      ['queue-alerts', '* * * * *'],
      ['queue-summaries', '0 7-23 * * *'],
      ['remind-owners', '4-59/10 * * * *'],
      ['update-recent-joins', '* 0-4 * * *'],
      ['withdraw-questions', '0-59/10 * * * *'],
    ])
    const { rows } = await driver.query('select runid from cron.job_run_details')
    expect(rows).toEqual([{ runid: 2 }, { runid: 3 }])
  })

  test('calls the functions with the key in the vault, which scheduling again replaces', async () => {
    await driver.exec(
      `delete from cron.job;
       select cron.schedule('send-mail', '* * * * *', 'a call of the former path')`,
    )
    for (const key of ['sb_secret_old', 'sb_secret_new']) {
      // The second run updates the first one.
      await schedule(callsSql('https://abcdefghijklmnopqrst.supabase.co', key))
    }
    expect(await runJobs()).toEqual([
      ['check-links', '* * * * *'],
      ['collect-images', '17 * * * *'],
      ['send-emails', '* * * * *'],
    ])
    expect((await driver.query('select url, headers from net.calls')).rows).toEqual(
      ['check-links', 'collect-images', 'send-emails'].map((path) => ({
        url: `https://abcdefghijklmnopqrst.supabase.co/functions/v1/admin/${path}`,
        headers: { apikey: 'sb_secret_new' },
      })),
    )
    // Other roles may read the commands of jobs.
    const leaks = await driver.query("select from cron.job where command like '%sb_secret%'")
    expect(leaks.rows).toEqual([])
    expect(() => callsSql('https://a.supabase.co', "a'; drop table x; --")).toThrow('Invalid key')
  })

  test('opens and closes the directory', async () => {
    for (const [directory, isLive] of [
      ['live', true],
      ['closed', false],
    ] as const) {
      await driver.exec(directorySql(directory))
      const { rows } = await driver.query('select public.is_directory_live() as live')
      expect(rows).toEqual([{ live: isLive }])
    }
  })
})

test('--pages only builds and uploads the pages', async () => {
  const project = ['--project-ref', options.projectRef, '--site', options.siteUrl]
  const command = ['tsx', 'scripts/ops/deploy/run.ts', '--pages', '--dry-run']
  const upload = ['--upload', 'upload dist']
  const { stdout } = await promisify(execFile)('npx', command.concat(project, upload))
  const steps = stdout.trim().split(/\n{2,}/)
  expect(steps.map((step) => step.split('\n')[0])).toEqual(['Build the pages', 'Upload the pages'])
})
