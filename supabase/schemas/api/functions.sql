-- api/: what the REST service runs.
-- Guarantee: screens call only functions with the rights of the caller, and no count reveals hidden rows.
--   functions.sql: the functions that screens call. Those for the secret key are next to their concern.
--   requests.sql: the rules for every request.

-- The functions of the API. Each calls the function of the same name in the private schema, which is security definer:
-- a definer function must not be exposed by the API.
-- Guarantee: visitors may call the first six, signed-in users all but the last. Each of the others refuses a user who
-- has yet to enter the code of their second factor.
-- Functions that are called often are PL/pgSQL, which caches their plans.

create function public.is_directory_live() returns boolean
language sql stable security invoker set search_path = '' as $$
  select private.is_directory_live()
$$;

-- A page of the directory. sort is best, newest, joined or name.
create function public.search_directory(
  search text default null, location text default null,
  category public.community_category default null, join_type public.join_type default null,
  language text default null, sort text default 'newest', after_key text default null, after_id uuid default null,
  page_size integer default 24
) returns setof public.directory_communities
language plpgsql stable security invoker set search_path = '' rows 24 as $$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return query select * from private.search_directory(
    search, location, category, join_type, language, sort, after_key, after_id, page_size);
end
$$;

-- The counts that the page shows for each filter.
create function public.count_directory(
  search text default null, location text default null,
  category public.community_category default null, join_type public.join_type default null,
  language text default null
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return private.count_directory(search, location, category, join_type, language);
end
$$;

-- The places with communities that match a search and filters, most communities first.
create function public.count_places(
  search text default null, category public.community_category default null,
  join_type public.join_type default null, language text default null
) returns table (
  name text, country text, latitude double precision, longitude double precision, communities integer,
  is_at_least boolean
)
language plpgsql stable security invoker set search_path = '' rows 100 as $$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return query select * from private.count_places(search, category, join_type, language);
end
$$;

create function public.get_directory_community(community_id uuid)
returns setof public.directory_communities
language plpgsql stable security invoker set search_path = '' rows 1 as $$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return query select * from private.get_directory_community(community_id);
end
$$;

-- The numbers on the page for businesses.
create function public.get_directory_numbers() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return private.get_directory_numbers();
end
$$;

grant execute on function
  public.is_directory_live, public.search_directory, public.count_directory, public.count_places,
  public.get_directory_community, public.get_directory_numbers
to anon, authenticated, service_role;

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
  public.set_community_paused, public.confirm_community, public.answer_activity, public.is_whatsapp_link_listed, public.export_my_data, public.require_complete_sign_in, public.get_my_role
to authenticated, service_role;

-- For admins: the functions below raise an error for other users.

create function public.list_communities(
  search text default '', status public.community_status default null,
  category public.community_category default null, country text default null,
  owner_id uuid default null, sort text default 'created', descending boolean default true,
  page_size integer default 50, page integer default 1
) returns setof public.communities
language plpgsql stable security invoker set search_path = '' rows 20 as $$
begin
  return query select * from private.list_communities(
    search, status, category, country, owner_id, sort, descending, page_size, page);
end
$$;

-- The counts that the page shows for each status.
create function public.count_communities(
  search text default '', category public.community_category default null,
  country text default null, owner_id uuid default null
) returns table (status public.community_status, communities bigint)
language plpgsql stable security invoker set search_path = '' rows 3 as $$
begin
  return query select * from private.count_communities(search, category, country, owner_id);
end
$$;

create function public.export_communities(
  search text default '', status public.community_status default null,
  category public.community_category default null, country text default null,
  owner_id uuid default null, before_created_at timestamptz default null,
  before_id uuid default null
) returns setof public.communities
language plpgsql stable security invoker set search_path = '' as $$
begin
  return query select * from private.export_communities(
    search, status, category, country, owner_id, before_created_at, before_id);
end
$$;

create function public.similar_communities(community_id uuid) returns setof public.communities
language plpgsql stable security invoker set search_path = '' rows 5 as $$
begin
  return query select * from private.similar_communities(community_id);
end
$$;

create function public.list_places(search text default '', page_size integer default 50, page integer default 1)
returns table (
  id uuid, name text, alternative_names text[], country text, country_code text, latitude double precision,
  longitude double precision, is_active boolean, updated_at timestamptz, communities bigint, total bigint
)
language sql stable security invoker set search_path = '' rows 50 as $$
  select * from private.list_places(search, page_size, page)
$$;

-- Writes every community of the place, 2 ms each.
create function public.merge_places(merged_id uuid, kept_id uuid) returns void
language sql volatile security invoker set search_path = '' set statement_timeout = '30s' as $$
  select private.merge_places(merged_id, kept_id)
$$;

-- A row with a few groups takes 3 ms.
create function public.import_communities(rows jsonb, is_preview boolean default false)
returns table (row_number integer, outcome public.import_outcome, problem text, field text)
language sql volatile security invoker set search_path = '' set statement_timeout = '30s' rows 100 as $$
  select * from private.import_communities(rows, is_preview)
$$;

create function public.list_review_queue(page_size integer default 50, page integer default 1)
returns setof public.communities
language plpgsql stable security invoker set search_path = '' rows 20 as $$
begin
  return query select * from private.list_review_queue(page_size, page);
end
$$;

create function public.count_review_queue()
returns table (
  reported bigint, appealed bigint, renamed bigint, claimed bigint, links_changed bigint, held bigint,
  groups_changed bigint, pending bigint, places_requested bigint
)
language sql stable security invoker set search_path = '' rows 1 as $$
  select * from private.count_review_queue()
$$;

create function public.confirm_name(community_id uuid, seen_at timestamptz) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.confirm_name(community_id, seen_at)
$$;

create function public.confirm_groups(community_id uuid, seen_at timestamptz) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.confirm_groups(community_id, seen_at)
$$;

-- In these functions, version is the updated_at that the admin saw. The first two call a function that is not security
-- definer.
create function public.accept_held_changes(community_id uuid, version timestamptz) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.decide_held_changes(community_id, version, true)
$$;

create function public.decline_held_changes(community_id uuid, version timestamptz) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.decide_held_changes(community_id, version, false)
$$;

create function public.hide_community(community_id uuid, version timestamptz, reason text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.hide_community(community_id, version, reason)
$$;

create function public.show_community(community_id uuid, version timestamptz) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.show_community(community_id, version)
$$;

-- group_name is the new name that the admin saw.
create function public.accept_group_name(community_id uuid, version timestamptz, group_name text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.accept_group_name(community_id, version, group_name)
$$;

create function public.get_group_names(community_id uuid)
returns table (approved_name text, group_name text, renamed_at timestamptz)
language sql stable security invoker set search_path = '' rows 1 as $$
  select * from private.get_group_names(community_id)
$$;

create function public.return_to_pending(community_id uuid, version timestamptz) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.return_to_pending(community_id, version)
$$;

create function public.undo_decision(community_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.undo_decision(community_id)
$$;

create function public.resolve_reports(community_id uuid, seen_at timestamptz) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.resolve_reports(community_id, seen_at)
$$;

create function public.list_activity(
  person text default '', action public.audit_action default null, since timestamptz default null,
  until timestamptz default null, before_id bigint default null, page_size integer default 50
) returns setof public.audit_log
language plpgsql stable security invoker set search_path = '' rows 25 as $$
begin
  return query select * from private.list_activity(person, action, since, until, before_id, page_size);
end
$$;

-- Both write the user's communities in the directory, 2 ms each.
create function public.suspend_user(user_id uuid, reason text, until timestamptz default null) returns void
language sql volatile security invoker set search_path = '' set statement_timeout = '30s' as $$
  select private.suspend_user(user_id, reason, until)
$$;

create function public.end_suspension(user_id uuid) returns void
language sql volatile security invoker set search_path = '' set statement_timeout = '30s' as $$
  select private.end_suspension(user_id)
$$;

-- reason is for the owner, and required to decline.
create function public.decide_appeal(appeal_id uuid, is_accepted boolean, reason text default null) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.decide_appeal(appeal_id, is_accepted, reason)
$$;

-- seen_answer_at is the answered_at that the admin saw. reason is for the claimant, and required to decline.
create function public.decide_claim(
  claim_id uuid, is_accepted boolean, seen_answer_at timestamptz default null, reason text default null
) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.decide_claim(claim_id, is_accepted, seen_answer_at, reason)
$$;

grant execute on function public.decide_claim to authenticated, service_role;

create function public.count_failed_emails()
returns table (given_up bigint, overdue bigint, last_error text)
language sql stable security invoker set search_path = '' rows 1 as $$
  select * from private.count_failed_emails()
$$;

grant execute on function
  public.list_communities, public.count_communities, public.export_communities, public.similar_communities,
  public.list_places, public.merge_places, public.import_communities,
  public.list_review_queue, public.count_review_queue, public.confirm_groups, public.confirm_name,
  public.accept_held_changes,
  public.decline_held_changes, public.accept_group_name, public.get_group_names, public.hide_community, public.show_community, public.return_to_pending,
  public.undo_decision, public.resolve_reports, public.decide_appeal, public.suspend_user, public.end_suspension,
  public.list_activity, public.count_failed_emails
to authenticated, service_role;

-- For the function delete-user, with the secret key.
create function public.announce_deletion(user_id uuid, actor_id uuid) returns boolean
language sql volatile security invoker set search_path = '' as $$
  select private.announce_deletion(user_id, actor_id)
$$;

grant execute on function public.announce_deletion to service_role;

-- For the path still-active of the function admin, with the secret key.
create function public.confirm_by_link(community_id uuid, user_id uuid, asked_at timestamptz) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.confirm_by_link(community_id, user_id, asked_at)
$$;

grant execute on function public.confirm_by_link to service_role;
