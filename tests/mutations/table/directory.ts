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
  ...rulesOf(`${folder}/joins.sql`, {}),
  ...rulesOf(`${folder}/numbers.sql`, {}),
  ...rulesOf(`${folder}/search.sql`, {}),
  ...rulesOf(`${folder}/search_counts.sql`, {}),
  ...rulesOf(`${folder}/queries.sql`, {}),
  ...rulesOf(`${folder}/saved.sql`, {}),
  ...rulesOf(`${folder}/synonyms.sql`, {}),
]
