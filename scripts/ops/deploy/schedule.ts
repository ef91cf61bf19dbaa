/** What is asked for regularly: the path of the function admin, and when, as cron writes it. */
export const schedules = {
  'collect-images': '17 3 * * *',
  // Fifty links a time: each of 2,400 communities twice a day, of more less often.
  'check-links': '*/15 * * * *',
  'send-mail': '* * * * *',
} as const

/**
 * SQL that lets the project itself ask for what has to be done regularly: its database calls the edge
 * function. Safe to run again. The secret key is kept in the project's vault.
 *
 * @param url origin of the project
 * @param secretKey with which the function is called
 */
export function scheduleSql(url: string, secretKey: string): string {
  return `
create extension if not exists pg_cron;
create extension if not exists pg_net;

do $do$
declare
  kept constant uuid := (select id from vault.secrets where name = 'scheduled_calls');
begin
  if kept is null then
    perform vault.create_secret(${literal(secretKey)}, 'scheduled_calls');
  else
    perform vault.update_secret(kept, ${literal(secretKey)});
  end if;
end
$do$;

${Object.entries(schedules)
  .map(([path, when]) => job(url, path, when))
  .join('\n')}`
}

const job = (url: string, path: string, when: string) => `
select cron.schedule('${path}', '${when}', $job$
  select net.http_post(
    url := ${literal(`${url}/functions/v1/admin/${path}`)},
    headers := jsonb_build_object('apikey', (
      select decrypted_secret from vault.decrypted_secrets where name = 'scheduled_calls'
    )),
    -- Longer than a batch takes: who hangs up may end it.
    timeout_milliseconds := 140000
  )
$job$);
`

/** Text as PostgreSQL reads it back; nothing in it ends the string or a dollar-quoted block around it. */
function literal(text: string): string {
  if (!/^[\w:/.-]+$/.test(text)) throw new Error('This is no key and no address of a project.')
  return `'${text}'`
}
