/** Cron schedules of the paths of the function admin. */
const calls = {
  'collect-images': '17 * * * *',
  // The database limits the links per call (private.reserve_links): docs/scaling.md.
  'check-links': '* * * * *',
  'send-emails': '* * * * *',
}

/** Cron schedules and statements of the jobs that run in the database. Each runs in a transaction of its own. */
export const statements = {
  'end-suspensions': ['* * * * *', 'select private.end_expired_suspensions()'],
  // The emails that 'send-emails' then sends.
  'queue-summaries': ['0 7-23 * * *', 'select private.queue_daily_summaries(now())'],
  // A run takes about a second, and the next one continues.
  'queue-alerts': ['* * * * *', 'select private.queue_alert_emails(now())'],
  // The questions to silent owners, in the order of their days.
  'withdraw-questions': ['0-59/10 * * * *', 'select private.withdraw_questions()'],
  'ask-owners': ['2-59/10 * * * *', 'select private.ask_owners()'],
  'remind-owners': ['4-59/10 * * * *', 'select private.remind_owners()'],
  'fall-asleep': ['6-59/10 * * * *', 'select private.fall_asleep()'],
  // Deletes up to 7 million records of each kind a day. A run without expired records takes milliseconds.
  'delete-expired': ['*/10 * * * *', 'select private.delete_expired()'],
  // After midnight (UTC). A run updates one of 256 parts, and 300 minutes in a row reach each.
  'update-recent-joins': [
    '* 0-4 * * *',
    'select private.update_recent_joins(floor(extract(epoch from now()) / 60)::integer % 256)',
  ],
  // pg_cron keeps a row for each run of a job, and never deletes it.
  'delete-job-runs': [
    '47 3 * * *',
    "delete from cron.job_run_details where end_time < now() - interval '7 days'",
  ],
} as const

/** The names of all recurring jobs. */
export const jobNames = [...Object.keys(calls), ...Object.keys(statements)]

/** Returns SQL that schedules the jobs of the database. Safe to run again. */
export const statementsSql = () => `
create extension if not exists pg_cron;
${Object.entries(statements)
  .map(([name, [schedule, sql]]) => scheduleJob(name, schedule, sql))
  .join('')}
-- An auth service that was updated since the migrations may have passkeys now.
select private.watch_passkeys();
`

/**
 * Returns SQL that schedules calls of the edge function from the project's database, with the secret key in the
 * project's vault. Safe to run again.
 *
 * @param url origin of the project
 */
export function callsSql(url: string, secretKey: string): string {
  return `
create extension if not exists pg_cron;
create extension if not exists pg_net;

do $do$
declare
  existing constant uuid := (select id from vault.secrets where name = 'scheduled_calls');
begin
  if existing is null then
    perform vault.create_secret(${literal(secretKey)}, 'scheduled_calls');
  else
    perform vault.update_secret(existing, ${literal(secretKey)});
  end if;
end
$do$;

-- What earlier deployments scheduled instead of 'send-emails'.
select cron.unschedule(jobname) from cron.job where jobname = 'send-mail';
${Object.entries(calls)
  .map(([path, schedule]) => scheduleJob(path, schedule, callSql(url, path)))
  .join('')}`
}

const scheduleJob = (name: string, schedule: string, sql: string) => `
select cron.schedule('${name}', '${schedule}', $job$${sql}$job$);
`

const callSql = (url: string, path: string) => `
  select net.http_post(
    url := ${literal(`${url}/functions/v1/admin/${path}`)},
    headers := jsonb_build_object('apikey', (
      select decrypted_secret from vault.decrypted_secrets where name = 'scheduled_calls'
    )),
    -- Longer than a batch takes: a client that disconnects may stop the function.
    timeout_milliseconds := 140000
  )
`

/** Quotes a text. Throws if it contains a character that could end the string or its dollar-quoted block. */
function literal(text: string): string {
  if (!/^[\w:/.-]+$/.test(text)) throw new Error('Invalid key or URL of a project')
  return `'${text}'`
}
