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
    'a community is handed to a user with 100 communities': [
      'database/invitations',
      "    count(*), 100, 'The new owner already has 100 communities, which is the maximum.', 'PT400')",
      "    count(*), 200, 'The new owner already has 100 communities, which is the maximum.', 'PT400')",
    ],
  }),
  ...rulesOf(`${folder}/invitations.sql`, {
    'a user invites to a community of another user': [
      'database/invitations',
      'if community.owner_id = auth.uid() then return community; end if;',
      'return community;',
    ],
    'an account whose email is not confirmed accepts an invitation': [
      'functions/co-owners',
      'where u.id = (select auth.uid()) and u.email_confirmed_at is not null\n',
      'where u.id = (select auth.uid())\n',
    ],
    'a user answers the invitation of another user': [
      'database/invitations',
      'where i.id = invitation_id and i.email = private.confirmed_email();',
      'where i.id = invitation_id;',
    ],
    'a community has more than five co-owners': [
      'database/invitations',
      ') >= (private.limits()).max_co_owners then',
      ') >= 20 then',
    ],
    'an owner sends more than twenty invitations a day': [
      'database/invitations',
      'private.require_quota(count(*), 20,',
      'private.require_quota(count(*), 90,',
    ],
    'an address gets any number of invitations a day': [
      'database/invitations',
      '    count(*), 10,',
      '    count(*), 100,',
    ],
  }),
  ...rulesOf(`${folder}/proofs.sql`, {
    'a proof makes an unrelated name live': [
      'database/attacks',
      'and not private.is_unrelated_name(value, group_name))',
      ')',
    ],
  }),
  ...rulesOf(`${folder}/claims.sql`, {
    'a user claims a community again at once': [
      'database/claims',
      'and k.decided_at > now() - (private.limits()).time_between_claims',
      'and false',
    ],
    'a user claims any number of communities': [
      'database/claims',
      'having count(*) filter (where k.outcome is null) >= 5\n',
      'having false\n',
    ],
  }),
  ...rulesOf(`${folder}/decide_claims.sql`, {
    'an admin decides a claim before its owner had time to answer': [
      'database/claims',
      'if claim.review_from > now() then',
      'if false then',
    ],
    'an admin decides a claim whose answer they have not read': [
      'database/claims',
      'if claim.answered_at is distinct from seen_answer_at then',
      'if false then',
    ],
    'a user decides a claim': [
      'database/claims',
      `  perform private.require_admin();
  claim := private.lock_claim(claim_id, is_accepted);
  -- Checked again: another admin may have suspended the caller while this request waited.
  perform private.require_admin();`,
      '  claim := private.lock_claim(claim_id, is_accepted);',
    ],
    'a co-owner answers a claim': [
      'database/claims',
      "if claim.owner_id is distinct from auth.uid() then\n    raise exception 'Only the owner can answer a claim.'",
      "if false then\n    raise exception 'Only the owner can answer a claim.'",
    ],
    'the co-owners of the former owner stay': [
      'database/claims',
      'delete from public.co_owners where community_id = claim.community_id;',
      '',
    ],
    'an accepted claim leaves the others open': [
      'database/claims',
      'perform private.close_claims_of(c) from public.communities as c where c.id = claim.community_id;',
      '',
    ],
  }),
  ...rulesOf(`${folder}/close_claims.sql`, {
    'an owner gets rid of a claim with a second account': [
      'database/claims',
      'update public.claims set owner_id = new.owner_id, answer = null, answered_at = null, answered_by = null',
      "update public.claims set outcome = 'closed', decided_at = now()",
    ],
    'a claim of a changed link stays open': [
      'database/claims',
      "when (old.status = 'approved' and (old.status, old.whatsapp_link) is distinct from (new.status, new.whatsapp_link))",
      "when (old.status = 'approved' and old.status is distinct from new.status)",
    ],
    'the claims of a suspended user stay open': [
      'database/claims',
      "set outcome = 'closed', decided_at = now() where claimant_id = new.user_id and outcome is null;",
      'set decided_at = null where false;',
    ],
  }),
  ...rulesOf(`${folder}/claim_lists.sql`, {
    'a claimant reads claims of other users': [
      'database/claims',
      'where k.claimant_id = (select auth.uid())\n',
      'where true\n',
    ],
  }),
]
