import { readFileSync } from 'node:fs'
import type { LocalSupabase } from '../../supabase/local/start.ts'
import { schemaFiles } from './schemas.ts'

type Trigger = { name: string; timing: string; events: string; who: string; called: string }

const query = `
  select t.tgname as name,
    concat(case when t.tgtype & 2 > 0 then 'before' else 'after' end,
      case when t.tgtype & 1 = 0 then ' the statement' end) as timing,
    concat_ws(' or ', case when t.tgtype & 4 > 0 then 'insert' end, case when t.tgtype & 16 > 0 then 'update' end,
      case when t.tgtype & 8 > 0 then 'delete' end) as events,
    case
      when pg_get_triggerdef(t.oid) like '%is_user_request()%' then 'of a user'
      when pg_get_triggerdef(t.oid) like '%is_api_request()%' then 'of a request'
      else '' end as who,
    t.tgfoid::regproc::text as called
  from pg_trigger as t
  where t.tgrelid = 'public.communities'::regclass and not t.tgisinternal
  order by t.tgtype & 2 = 0, t.tgtype & 1 = 1, t.tgname`

/** Returns the first sentence of the comment above each function of the schemas, by the function's name. */
function firstSentences(): Map<string, string> {
  const found = schemaFiles().flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/((?:^--.*\n)+)create function ([\w.]+)/gm),
  ])
  return new Map(
    found.map(([, comment = '', name = '']) => {
      const text = comment.replaceAll(/^-- ?/gm, '').replaceAll('\n', ' ')
      return [name, /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text]
    }),
  )
}

/**
 * Returns the page about the triggers of communities, in the order in which PostgreSQL fires them. Each sentence is the first
 * one above the function in supabase/schemas.
 */
export async function describeTriggers(
  driver: LocalSupabase['connection']['driver'],
): Promise<string> {
  const { rows } = await driver.query<Trigger>(query)
  const sentences = firstSentences()
  return `# The triggers of \`communities\`

In the order in which PostgreSQL fires them: those before a statement, those before and after each row, and by name.
They keep what every write must keep. A decision is a function that one reads from top to bottom
(\`supabase/schemas/review/\`). Written by \`npm run types\`.

${rows
  .map(
    ({ name, timing, events, who, called }, index) =>
      `${index + 1}. \`${name}\`, ${timing}, ${[events, who].filter(Boolean).join(' ')}: ${sentences.get(called) ?? ''}`,
  )
  .join('\n')}
`
}
