import { rulesOf } from '../rules.ts'

const folder = 'supabase/schemas/links'

/** Checks of invite links, and renamed groups. */
export const links = [
  ...rulesOf(`${folder}/links.sql`, {}),
  ...rulesOf(`${folder}/check_results.sql`, {}),
  ...rulesOf(`${folder}/renamed_groups.sql`, {
    'a group with an unrelated name stays in the directory': [
      'database/renamed-groups',
      "if private.is_unrelated_name(name, expected_name) and private.block(community.id, 'renamed') then",
      'if false then',
    ],
    'an admin accepts a name that they have not seen': [
      'database/renamed-groups',
      "if coalesce(known.group_name, '') is distinct from group_name then",
      'if false then',
    ],
    'a changed link is live while a claim is open': [
      'database/attacks',
      'and not exists (select from public.claims as k where k.community_id = community.id and k.outcome is null)',
      '',
    ],
    'a changed link is live while a report is open': [
      'database/attacks',
      'where r.community_id = community.id and r.resolved_at is null)\n',
      'where false)\n',
    ],
    'a link is changed twice a day without a review': [
      'database/attacks',
      "and e.action in ('link swapped', 'changes proved') and e.at > now() - interval '1 day')",
      'and false)',
    ],
    'a changed link of a hidden community is live': [
      'database/attacks',
      'and not private.is_hidden(community.id)\n',
      '\n',
    ],
    'a link to another group is live without a review': [
      'database/renamed-groups',
      'and private.is_same_group_name(l.approved_name, needs_no_review.group_name))',
      ')',
    ],
    'a renamed group changes its link without a review': [
      'database/attacks',
      'where l.community_id = community.id and l.renamed_at is null\n',
      'where l.community_id = community.id\n',
    ],
  }),
  ...rulesOf(`${folder}/group_names.sql`, {
    'a code in the name of a group renames it': [
      'database/group-names',
      'translate(private.remove_codes(name),',
      'translate(name,',
    ],
  }),
  ...rulesOf(`${folder}/pace.sql`, {}),
  ...rulesOf(`${folder}/own_checks.sql`, {}),
]
