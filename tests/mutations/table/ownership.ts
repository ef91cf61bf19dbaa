import { rulesOf } from '../rules.ts'

const folder = 'supabase/schemas/ownership'

/** Co-owners, invitations, transfers, proofs and claims. */
export const ownership = [
  ...rulesOf(`${folder}/owners.sql`, {
    'a user reads the communities of other users': [
      'database/attacks',
      `on public.communities for select to authenticated using (
  owner_id = (select auth.uid()) or`,
      `on public.communities for select to authenticated using (
  true or`,
    ],
    'a user edits the communities of other users': [
      'database/attacks',
      `on public.communities for update to authenticated using (
  owner_id = (select auth.uid()) or`,
      `on public.communities for update to authenticated using (
  true or`,
    ],
  }),
  ...rulesOf(`${folder}/invitations.sql`, {}),
  ...rulesOf(`${folder}/proofs.sql`, {
    'a proof makes an unrelated name live': [
      'database/attacks',
      'and not private.is_unrelated_name(value, group_name))',
      ')',
    ],
  }),
  ...rulesOf(`${folder}/claims.sql`, {}),
  ...rulesOf(`${folder}/decide_claims.sql`, {}),
  ...rulesOf(`${folder}/close_claims.sql`, {}),
  ...rulesOf(`${folder}/claim_lists.sql`, {}),
]
