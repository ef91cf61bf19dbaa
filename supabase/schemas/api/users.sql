-- The functions for signed-in users.
-- Guarantee: each refuses visitors, and a user who has yet to enter the code of their second factor.

-- The first of two calls for an invite link. It must commit before the second one, which returns the link.
create function public.join_community(community_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.join_community(community_id)
$$;

create function public.get_invite_link(community_id uuid) returns text
language sql stable security invoker set search_path = '' as $$
  select private.get_invite_link(community_id)
$$;

create function public.report_community(
  community_id uuid, reason public.report_reason, comment text default null
) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.report_community(community_id, reason, comment)
$$;

-- For the owner of a hidden or rejected community, once per decision.
create function public.appeal_community(community_id uuid, message text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.appeal_community(community_id, message)
$$;

-- For the owner and the co-owners of a community that another user has claimed.
create function public.list_received_claims()
returns table (
  id uuid, community_id uuid, proved_at timestamptz, answer_due_at timestamptz, answer text, answered_at timestamptz,
  is_owner boolean
)
language sql stable security invoker set search_path = '' rows 5 as $$
  select * from private.list_received_claims()
$$;

create function public.answer_claim(claim_id uuid, answer text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.answer_claim(claim_id, answer)
$$;

-- Only for the owner.
create function public.hand_over_to_claimant(claim_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.hand_over_to_claimant(claim_id)
$$;

-- For the claimant. A claim is opened by a proof: see private.open_claim.
create function public.list_own_claims()
returns table (
  id uuid, community_id uuid, community text, proved_at timestamptz, answer_due_at timestamptz, is_waiting boolean,
  outcome public.claim_outcome, decided_at timestamptz, reason text
)
language sql stable security invoker set search_path = '' rows 5 as $$
  select * from private.list_own_claims()
$$;

create function public.withdraw_claim(claim_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.withdraw_claim(claim_id)
$$;

grant execute on function
  public.list_received_claims, public.answer_claim, public.hand_over_to_claimant, public.list_own_claims,
  public.withdraw_claim
to authenticated, service_role;

create function public.count_joins() returns table (community_id uuid, day date, joins integer)
language sql stable security invoker set search_path = '' rows 100 as $$
  select * from private.count_joins()
$$;

-- The median hours that the latest reviews took.
create function public.get_review_time() returns integer
language sql stable security invoker set search_path = '' as $$
  select private.get_review_time()
$$;

grant execute on function public.get_review_time to authenticated, service_role;

-- Saves the communities of a list that visitors see, and skips the others: the list may be of an earlier visit.
create function public.save_communities(community_ids uuid[]) returns void
language plpgsql volatile security invoker set search_path = '' as $$
begin
  perform private.require_writer();
  if cardinality(community_ids) > 500 then
    raise exception 'At most 500 communities can be saved at once.' using errcode = 'PT400';
  end if;
  insert into public.saved_communities (community_id)
  select distinct listed.id from unnest(community_ids) as listed (id) where private.is_listed(listed.id)
  on conflict do nothing;
end
$$;

create function public.get_listed_communities(community_ids uuid[])
returns setof public.directory_communities
language plpgsql stable security invoker set search_path = '' rows 20 as $$
begin
  perform private.refuse_filters();
  return query select * from private.get_listed_communities(community_ids);
end
$$;

create function public.list_my_joins() returns table (community_id uuid, joined_on date, is_active boolean)
language sql stable security invoker set search_path = '' rows 30 as $$
  select * from private.list_my_joins()
$$;

-- The communities that the user owns or co-owns. An admin reads every community from the table.
create function public.list_my_communities() returns setof public.communities
language plpgsql stable security invoker set search_path = '' rows 5 as $$
begin
  perform private.require_complete_sign_in();
  return query
    select * from public.communities
    where owner_id = (select auth.uid()) or id = any ((select private.co_owned_ids())::uuid[]);
end
$$;

create function public.list_people()
returns table (
  community_id uuid, user_id uuid, name text, is_owner boolean, added_at timestamptz, is_suspended boolean
)
language sql stable security invoker set search_path = '' rows 10 as $$
  select * from private.list_people()
$$;

create function public.list_my_invitations()
returns table (id uuid, community_id uuid, community text, kind public.invitation_kind, expires_at timestamptz)
language sql stable security invoker set search_path = '' rows 5 as $$
  select * from private.list_my_invitations()
$$;

-- For the owner. Never reveals whether the address has an account.
create function public.invite_to_community(
  community_id uuid, email text, kind public.invitation_kind, keeps_former_owner boolean default false
) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.invite_to_community(community_id, email, kind, keeps_former_owner)
$$;

create function public.withdraw_invitation(invitation_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.withdraw_invitation(invitation_id)
$$;

create function public.answer_invitation(invitation_id uuid, is_accepted boolean) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.answer_invitation(invitation_id, is_accepted)
$$;

-- For the owner, and for co-owners who leave.
create function public.remove_co_owner(community_id uuid, user_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.remove_co_owner(community_id, user_id)
$$;

-- For the owner, to a co-owner.
create function public.hand_over_community(community_id uuid, new_owner_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.hand_over_community(community_id, new_owner_id)
$$;

grant execute on function
  public.list_my_communities, public.list_people, public.list_my_invitations, public.invite_to_community,
  public.withdraw_invitation, public.answer_invitation, public.remove_co_owner, public.hand_over_community
to authenticated, service_role;

-- For the owner and co-owners.
create function public.set_community_paused(community_id uuid, is_paused boolean) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.set_community_paused(community_id, is_paused)
$$;

-- The code that proves control over the group of a community, for its owner and for users who claim it.
create function public.get_ownership_code(community_id uuid) returns text
language sql volatile security invoker set search_path = '' as $$
  select private.get_ownership_code(community_id)
$$;

grant execute on function public.get_ownership_code to authenticated, service_role;

-- For the owner: the community is still active. Wakes up a sleeping one.
create function public.confirm_community(community_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.confirm_community(community_id)
$$;

-- For users who joined in the last 60 days. A later answer replaces the first.
create function public.answer_activity(community_id uuid, is_active boolean) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.answer_activity(community_id, is_active)
$$;

-- Used by the form to report duplicates before submitting.
create function public.is_whatsapp_link_listed(link text, except_id uuid default null) returns boolean
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_profile();
  return private.is_whatsapp_link_listed(link, except_id);
end
$$;

create function public.export_my_data() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.export_my_data()
$$;

-- For the edge functions: raises an error if the user has yet to enter the code of their second factor.
create function public.require_complete_sign_in() returns void
language sql stable security invoker set search_path = '' as $$
  select private.require_complete_sign_in()
$$;

-- The role of the signed-in user, for the edge functions and the admin screens: 'user', 'admin', or null without a
-- profile. Raises an error that names the missing step of an incomplete sign-in.
create function public.get_my_role() returns text
language sql stable security invoker set search_path = '' as $$
  select private.get_my_role()
$$;

grant execute on function
  public.join_community, public.get_invite_link, public.report_community, public.appeal_community, public.count_joins,
  public.save_communities, public.get_listed_communities, public.list_my_joins,
  public.set_community_paused, public.confirm_community, public.answer_activity, public.is_whatsapp_link_listed,
  public.export_my_data, public.require_complete_sign_in, public.get_my_role
to authenticated, service_role;
