-- What resolves reports: an admin who keeps the community, another decision about it, or its deletion.
-- Guarantee: reports are resolved by an admin or end with the community. The log has their number and reasons, not the
-- reporters.

-- Resolves the open reports of a community, up to the newest one that the admin has seen, and returns whether there
-- were any. The log records their number and reasons, not the reporters.
-- Security definer, because users cannot write reports.
create function private.close_reports(community_id uuid, owner_id uuid, seen_at timestamptz, is_upheld boolean)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  reasons public.report_reason[];
begin
  with resolved as (
    update public.community_reports as r set
      resolved_at = now(), resolved_by = auth.uid(), is_upheld = close_reports.is_upheld
    where r.community_id = community_id and r.resolved_at is null and r.created_at <= seen_at
    returning r.reason
  )
  select array_agg(reason order by reason) into reasons from resolved;
  if reasons is not null then
    perform private.log_action(
      'reports resolved', 'community', community_id, owner_id,
      jsonb_build_object('reports', cardinality(reasons), 'reasons', (
        select jsonb_agg(distinct reason) from unnest(reasons) as reason
      )), '{}');
  end if;
  return reasons is not null;
end
$$;

-- Resolves the reports of a community that stays in the directory, or returns to it if the reports had hidden it and
-- the name of its group does not keep it hidden. The reporters are told that it follows the rules, unless an admin has
-- edited it since or suspended its owner, or its link is dead.
-- Security definer, because users cannot write reports.
create function private.resolve_reports(community_id uuid, seen_at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  community public.communities;
  is_upheld boolean;
begin
  perform private.require_admin();
  select * into community from public.communities as c where c.id = community_id for no key update;
  is_upheld := private.is_user_suspended(community.owner_id) or exists (
    select from public.community_links as l where l.community_id = community_id and l.state = 'dead'
  ) or exists (
    select from public.audit_log as e
    where e.subject_id = community_id and e.action = 'edited' and e.by_admin and e.at > (
      select min(r.created_at) from public.community_reports as r
      where r.community_id = community_id and r.resolved_at is null
    )
  );
  -- Before the reports are resolved, so that this is the last entry of the log, which can be undone.
  if private.is_hidden_by_reports(community) and private.has_unrelated_name(community_id) then
    perform private.change_hidden_reason(community, private.reason_of_rename());
    community.hidden_reason := private.reason_of_rename();
  end if;
  if not private.close_reports(community_id, community.owner_id, seen_at, is_upheld) then
    raise exception 'The reports of this community are already resolved.' using errcode = 'PT409';
  end if;
  if private.is_hidden_by_reports(community) and not exists (
    select from public.community_reports as r where r.community_id = community_id and r.resolved_at is null
  ) then
    perform private.show(community);
  end if;
end
$$;

-- Resolves all reports when an admin shows, hides, rejects or returns the community to pending, but not when it is
-- shown because its group has the approved name again. Before the update, so that the decision is the last entry of the
-- log, which can be undone.
-- Security definer, because users cannot write reports.
create function private.resolve_reports_by_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.decision() is distinct from 'decision undone'
    and (new.hidden_at is not null or auth.uid() is not null or not private.is_hidden_by_rename(old)) then
    perform private.close_reports(
      new.id, new.owner_id, 'infinity', new.status <> 'approved' or new.hidden_at is not null);
  end if;
  return new;
end
$$;

create trigger resolve_reports
before update on public.communities
for each row when (
  old.status = 'approved' and (
    new.status <> 'approved' or new.hidden_by is distinct from old.hidden_by and new.hidden_by is not null
    or old.hidden_at is not null and new.hidden_at is null
  )
)
execute function private.resolve_reports_by_decision();

-- Resolves all reports of a community that is being deleted, so that the reporters are told.
-- Security definer, because users cannot write reports.
create function private.resolve_reports_by_deletion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.community_reports set
    resolved_at = now(), is_upheld = case when private.is_admin() and auth.uid() <> old.owner_id then true end
  where community_id = old.id and resolved_at is null;
  return old;
end
$$;

create trigger resolve_reports_before_delete
before delete on public.communities
for each row execute function private.resolve_reports_by_deletion();
