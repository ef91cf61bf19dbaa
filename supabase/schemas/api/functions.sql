-- api/: what the REST service runs.
-- Guarantee: screens call only functions with the rights of the caller. Visitors can call only those in the first
-- three rows below, which return nothing about a community while the directory is closed. Those of users refuse a user
-- whose sign-in is not complete, and those of admins refuse other users. No count reveals hidden rows.
-- A function for the secret key that calls no private one is next to its concern.

-- Creates for each name a function in public that calls the private function of the same name, which is security
-- definer: the API must not expose one (docs/decisions/0005-security-definer-in-private.md). Grants both to the
-- callers, and adds checks before the call, and more time than other requests have. PL/pgSQL caches the plan for the
-- connection; an SQL function would be planned for each call. Fails if a function is missing or has two versions.
do $$
declare
  visitors constant text := 'anon, authenticated, service_role';
  users constant text := 'authenticated, service_role';
  f record;
  body text;
begin
  for f in
    select listed.*, p.* from (values
      (visitors, '{}', null, array['is_directory_live']),
      (visitors, '{refuse_filters, allow_caching}', null, array[
        'search_directory', 'count_directory', 'count_places', 'get_directory_community', 'get_directory_numbers'
      ]),
      (visitors, '{refuse_filters}', null, array['get_listed_communities']),
      -- Used by the form to report duplicates before submitting. Triggers call the private function, too.
      (users, '{require_profile}', null, array['is_whatsapp_link_listed']),
      (users, '{}', null, array[
        -- join_community must commit before get_invite_link returns the link.
        'join_community', 'get_invite_link', 'list_my_joins', 'count_joins', 'answer_still_active', 'report_community',
        -- For owners and co-owners.
        'count_weekly_joins', 'set_community_paused', 'confirm_community', 'appeal_community', 'get_review_time', 'list_people',
        'invite_to_community', 'withdraw_invitation', 'remove_co_owner', 'hand_over_community', 'list_received_claims',
        'answer_claim', 'hand_over_to_claimant',
        -- For invited users and claimants. A proof opens a claim: see private.open_claim.
        'list_my_invitations', 'answer_invitation', 'get_ownership_code', 'list_own_claims', 'withdraw_claim',
        -- The edge functions call the last two, too.
        'export_my_data', 'require_complete_sign_in', 'get_my_role'
      ]),

      -- For admins. version is the updated_at that the admin saw. A reason is for the user who reads the decision.
      (users, '{}', null, array[
        'list_communities', 'count_communities', 'export_communities', 'similar_communities', 'list_places',
        'list_review_queue', 'list_activity', 'count_failed_emails', 'get_group_names', 'confirm_name',
        'confirm_groups', 'accept_group_name', 'hide_community', 'show_community',
        'return_to_pending', 'ask_owner', 'undo_decision', 'resolve_reports', 'decide_appeal', 'decide_claim',
        'decide_changes', 'decline_requested_place', 'summarize_review_queue', 'risk_signals',
        'list_review_numbers', 'open_review', 'count_case_file', 'list_waiting_imports'
      ]),
      -- The daily summary calls the private function, too.
      (users, '{require_admin}', null, array['count_review_queue']),
      -- Each writes many communities, 2 or 3 ms each.
      (users, '{}', '30s', array[
        'merge_places', 'import_communities', 'suspend_user', 'end_suspension', 'undo_suspension'
      ]),

      -- For the edge functions, with the secret key.
      ('service_role', '{}', null, array[
        'announce_deletion', 'confirm_by_link', 'reserve_review_check', 'reserve_links', 'begin_new_check',
        'begin_own_check', 'record_own_check', 'record_link_check'
      ])
    ) as listed (callers, checks, timeout, names)
    cross join unnest(names) as name join pg_proc as p on p.oid = ('private.' || name)::regproc
  loop
    body := format(
      e'\nbegin\n%s  %s private.%I(%s);\nend\n',
      (select string_agg(format(e'  perform private.%I();\n', name), '') from unnest(f.checks::text[]) as name),
      case when f.proretset then 'return query select * from' when f.prorettype = 'void'::regtype then 'perform'
        else 'return' end,
      f.proname, array_to_string(f.proargnames[1:f.pronargs], ', '));
    execute format(
      'create function public.%I(%s) returns %s
       language plpgsql %s security invoker set search_path = '''' %s %s as %L',
      f.proname, pg_get_function_arguments(f.oid), pg_get_function_result(f.oid),
      case f.provolatile when 's' then 'stable' else 'volatile' end,
      'set statement_timeout = ' || quote_literal(f.timeout),
      case when f.proretset then 'rows ' || f.prorows end, body);
    execute format('grant execute on function public.%1$I, private.%1$I to %2$s', f.proname, f.callers);
  end loop;
end
$$;

-- Written by hand, because it reads with the rights of the user. An admin reads every community from the table.
create function public.list_my_communities() returns setof public.communities
language plpgsql stable security invoker set search_path = '' rows 5 as $$
begin
  perform private.require_complete_sign_in();
  return query select * from public.communities
    where owner_id = (select auth.uid()) or id = any ((select private.co_owned_ids())::uuid[]);
end
$$;

grant execute on function public.list_my_communities to authenticated, service_role;

-- The REST service calls this function before each request.
-- Refuses counts that the planner estimates: its statistics include rows that policies hide. Refused by name in any
-- spelling, because the service may accept more spellings than it documents.
-- For visitors, statements are planned without their values: otherwise the planner compiles a pattern in a filter, for
-- seconds, before the function that refuses filters is called.
create function private.check_request() returns void
language plpgsql stable set search_path = '' as $$
begin
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'planned|estimated' then
    raise exception 'Only exact counts are available.' using errcode = 'PT400';
  end if;
  if current_user = 'anon' then perform set_config('plan_cache_mode', 'force_generic_plan', true); end if;
end
$$;

grant execute on function private.check_request to anon, authenticated, service_role;

-- The embedded backend has no such role: its gateway checks requests (supabase/local/gateway.ts).
-- A signed-in user can filter their own rows with a slow pattern, or embed rows several levels deep. Only functions
-- that set a longer time themselves need more than a second.
do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'private.check_request';
    alter role authenticated set statement_timeout = '3s';
  end if;
end
$$;
notify pgrst, 'reload config';
