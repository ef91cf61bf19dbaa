-- Reports: users report a community, admins resolve the reports.
-- Guarantee: only admins read reports, so owners cannot see who reported them. A user has at most one open report per
-- community, and reports at most ten communities a day.

create type public.report_reason as enum ('dead_link', 'spam', 'misleading', 'other');

create table public.community_reports (
  id uuid primary key default gen_random_uuid(),
  community_id uuid not null references public.communities (id) on delete cascade,
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  reason public.report_reason not null,
  comment text
    constraint community_reports_comment_check check (private.is_text(comment, 500)),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid references public.profiles (id) on delete set null,
  constraint community_reports_other_check
    check (reason <> 'other' or coalesce(private.is_visible(comment), false))
);

create unique index community_reports_open_key
on public.community_reports (community_id, reporter_id) where resolved_at is null;
create index community_reports_community_id_idx on public.community_reports (community_id);
create index community_reports_reporter_id_idx on public.community_reports (reporter_id, created_at);
create index community_reports_resolved_by_idx on public.community_reports (resolved_by);

alter table public.community_reports enable row level security;

create policy "Nothing before the sign-in is complete"
on public.community_reports as restrictive for all to authenticated using ((select private.is_sign_in_complete()));

create policy "Admins read reports"
on public.community_reports for select to authenticated
using ((select private.is_admin()));

grant select on public.community_reports to authenticated;
grant all on public.community_reports to service_role;

create function private.clean_report() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.comment := private.clean_text(new.comment);
  return new;
end
$$;

create trigger clean
before insert or update of comment on public.community_reports
for each row execute function private.clean_report();

-- Security definer, because users cannot write reports.
create function private.report_community(
  community_id uuid, reason public.report_reason, comment text
) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
begin
  perform private.require_writer();
  perform private.require_listed(community_id);
  comment := private.clean_text(comment);
  if reason = 'other' and not coalesce(private.is_visible(comment), false) then
    raise exception 'Please say what is wrong.' using errcode = 'PT400', detail = 'comment';
  end if;
  perform private.lock_until_commit('reports of ' || user_id);
  if exists (
    select from public.community_reports as r
    where r.community_id = community_id and r.reporter_id = user_id and r.resolved_at is null
  ) then
    raise exception 'You have already reported this community. Thank you.' using errcode = 'PT409';
  end if;
  if (
    select count(*) from public.community_reports as r
    where r.reporter_id = user_id and r.created_at >= private.today()::timestamp at time zone 'utc'
  ) >= 10 then
    raise exception 'You can report at most 10 communities a day. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
  insert into public.community_reports (community_id, reporter_id, reason, comment)
  values (community_id, user_id, reason, nullif(comment, ''));
end
$$;

-- Resolves the open reports of a community, up to the newest one that the admin has seen. The log records their number
-- and reasons, not the reporters. Security definer, because users cannot write reports.
create function private.resolve_reports(community_id uuid, seen_at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  reasons public.report_reason[];
begin
  perform private.require_admin();
  with resolved as (
    update public.community_reports as r set resolved_at = now(), resolved_by = auth.uid()
    where r.community_id = community_id and r.resolved_at is null and r.created_at <= seen_at
    returning r.reason
  )
  select array_agg(reason order by reason) into reasons from resolved;
  if reasons is null then
    raise exception 'The reports of this community are already resolved.' using errcode = 'PT409';
  end if;
  perform private.log_action(
    'reports resolved', 'community', community_id,
    (select c.owner_id from public.communities as c where c.id = community_id),
    jsonb_build_object('reports', cardinality(reasons), 'reasons', (
      select jsonb_agg(distinct reason) from unnest(reasons) as reason
    )), '{}');
end
$$;

grant execute on function private.report_community, private.resolve_reports to authenticated, service_role;
