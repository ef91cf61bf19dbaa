/** Cron schedules of the paths of the function admin. */
export const schedules = {
  'collect-images': '17 3 * * *',
  // 50 links per call: checks up to 2,400 communities twice a day, and more of them less often.
  'check-links': '*/15 * * * *',
  'send-mail': '* * * * *',
} as const

/**
 * Returns SQL that schedules calls of the edge function from the project's database, with the secret key in the
 * project's vault. Safe to run again.
 *
 * @param url origin of the project
 */
export function scheduleSql(url: string, secretKey: string): string {
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

${Object.entries(schedules)
  .map(([path, schedule]) => scheduleJob(url, path, schedule))
  .join('\n')}`
}

const scheduleJob = (url: string, path: string, schedule: string) => `
select cron.schedule('${path}', '${schedule}', $job$
  select net.http_post(
    url := ${literal(`${url}/functions/v1/admin/${path}`)},
    headers := jsonb_build_object('apikey', (
      select decrypted_secret from vault.decrypted_secrets where name = 'scheduled_calls'
    )),
    -- Longer than a batch takes: a client that disconnects may stop the function.
    timeout_milliseconds := 140000
  )
$job$);
`

/** Quotes a text. Throws if it contains a character that could end the string or its dollar-quoted block. */
function literal(text: string): string {
  if (!/^[\w:/.-]+$/.test(text)) throw new Error('Invalid key or URL of a project')
  return `'${text}'`
}
