-- What resolves reports: an admin who keeps the community, another decision about it, or its deletion.
-- Guarantee: the log has their number and reasons, not the reporters.

-- Resolves the open reports of a community, up to the newest one that the admin has seen, and returns whether there
-- were any. Other decisions call this before they log themselves: the last entry is the one that can be undone.
create function private.close_reports(
  community_id uuid, is_upheld boolean, seen_at timestamptz default 'infinity', lifted jsonb default '{}'
) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  reasons public.report_reason[];
begin
  with resolved as (
    update public.community_reports as r set resolved_at = now(), resolved_by = auth.uid(), is_upheld = is_upheld
    where r.community_id = community_id and r.resolved_at is null and r.created_at <= seen_at
    returning r.reason
  )
  select array_agg(reason order by reason) into reasons from resolved;
  if reasons is not null then
    perform private.log_action(
      'reports resolved', 'community', c.id, c.owner_id,
      jsonb_build_object('reports', cardinality(reasons),
        'reasons', (select jsonb_agg(distinct reason) from unnest(reasons) as reason)) || lifted)
    from public.communities as c where c.id = community_id;
  end if;
  return reasons is not null;
end
$$;

-- Resolves the reports of a community that stays in the directory, or returns to it if only the reports had hidden it.
-- The reporters are told that it follows the rules, unless an admin has edited it since or suspended its owner, or its
-- link is dead.
create function private.resolve_reports(community_id uuid, seen_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  community constant public.communities := private.lock_community(community_id);
  before constant jsonb := private.community_state(community_id);
  is_upheld constant boolean := private.is_user_suspended(community.owner_id)
    or private.is_blocked(community_id, '{dead_link}')
    or exists (
      select from public.audit_log as e
      where e.subject_id = community_id and e.action = 'edited' and e.by_admin and e.at > (
        select min(r.created_at) from public.community_reports as r
        where r.community_id = community_id and r.resolved_at is null
      )
    );
  lifted jsonb := '{}';
begin
  if not exists (
    select from public.community_reports as r
    where r.community_id = community_id and r.resolved_at is null and r.created_at > seen_at
  ) then
    lifted := private.pick(before, '{block_reports}');
    perform private.lift_blocks(community_id, 'reports');
  end if;
  -- The reporters may have deleted their accounts.
  if not private.close_reports(community_id, is_upheld, seen_at, lifted) and lifted = '{}' then
    raise exception 'The reports of this community are already resolved.' using errcode = 'PT409';
  end if;
  if lifted <> '{}' then perform private.record_lifted_block(community_id, before); end if;
end
$$;

-- Resolves all reports of a community that is being deleted, so that the reporters are told.
create function private.resolve_reports_of_deleted(community public.communities) returns void
language sql set search_path = '' as $$
  update public.community_reports set
    resolved_at = now(), is_upheld = case when private.is_admin() and auth.uid() <> community.owner_id then true end
  where community_id = community.id and resolved_at is null
$$;
