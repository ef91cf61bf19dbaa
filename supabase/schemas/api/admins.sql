-- The functions for admins.
-- Guarantee: each raises an error for other users.

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
  public.decline_held_changes, public.accept_group_name, public.get_group_names, public.hide_community,
  public.show_community, public.return_to_pending,
  public.undo_decision, public.resolve_reports, public.decide_appeal, public.suspend_user, public.end_suspension,
  public.list_activity, public.count_failed_emails
to authenticated, service_role;
