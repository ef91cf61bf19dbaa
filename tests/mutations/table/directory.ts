import { rulesOf } from '../rules.ts'

const folder = 'supabase/schemas/directory'

/** What visitors see, joins, saved communities, alerts, places and synonyms. */
export const directory = [
  ...rulesOf(`${folder}/directory.sql`, {
    'a deleted block leaves the community hidden': [
      'database/visibility',
      'create trigger update_listing after insert or delete on public.community_blocks',
      'create trigger update_listing after insert on public.community_blocks',
    ],
  }),
  ...rulesOf('supabase/schemas/api/functions.sql', {
    'a visitor joins': [
      'database/grants',
      "'join_community', 'get_invite_link', 'list_my_joins',",
      "'get_invite_link', 'list_my_joins',",
      'grant execute on function public.join_community, private.join_community to anon',
    ],
  }),
  ...rulesOf(`${folder}/joins.sql`, {
    'a user opens more than 30 links a day': [
      'database/joins',
      'count(*) - 1, 30,',
      'count(*) - 1, 60,',
    ],
    'a link is read after the community left the directory': [
      'database/joins',
      '  perform private.require_listed(community_id);\n  if not private.may_manage(community_id) and',
      '  if not private.may_manage(community_id) and',
    ],
    'a user counts the weekly joins of every community': [
      'database/joins',
      'if not private.may_manage(community_id) then\n    raise exception',
      'if false then\n    raise exception',
    ],
  }),
  ...rulesOf(`${folder}/numbers.sql`, {}),
  ...rulesOf(`${folder}/search.sql`, {}),
  ...rulesOf(`${folder}/search_counts.sql`, {}),
  ...rulesOf(`${folder}/queries.sql`, {}),
  ...rulesOf(`${folder}/saved.sql`, {}),
  ...rulesOf(`${folder}/synonyms.sql`, {}),
  ...rulesOf('supabase/schemas/email/alerts.sql', {
    'a user has more than ten alerts': [
      'database/alerts',
      '    count(*), max_alerts,\n',
      '    count(*), 99,\n',
    ],
  }),
  ...rulesOf('supabase/schemas/places/places.sql', {
    'a user edits places': [
      'database/places',
      'create policy "Admins edit places" on public.places for update to authenticated\nusing ((select private.is_admin())) with check ((select private.is_admin()));',
      'create policy "Admins edit places" on public.places for update to authenticated\nusing (true) with check (true);',
    ],
    'a user merges places': [
      'database/places',
      'begin\n  perform private.require_admin();\n  -- Waits for saves',
      'begin\n  -- Waits for saves',
    ],
    'two places have the same name': [
      'database/places',
      'where p.known_names && new.known_names and p.id <> new.id limit 1;',
      'where false limit 1;',
    ],
  }),
]
