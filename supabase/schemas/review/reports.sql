-- Guarantee: only admins see who reported. Several reports hide a community until an admin resolves them, but not those
-- of one user with however many new accounts, nor of the same users one community after the other.

create type public.report_reason as enum ('dead_link', 'spam', 'misleading', 'scam', 'illegal', 'harassment', 'other');

create table public.community_reports (
  id uuid primary key default gen_random_uuid(),
  community_id uuid not null references public.communities (id) on delete cascade,
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  reason public.report_reason not null,
  comment text constraint community_reports_comment_check check (private.is_text(comment, 500)),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid references public.profiles (id) on delete set null,
  -- Whether the admins took action; null while the report is open, and if the owner deleted the community.
  is_upheld boolean,
  constraint community_reports_is_upheld_check check (is_upheld is null or resolved_at is not null),
  constraint community_reports_other_check check (reason <> 'other' or coalesce(private.is_visible(comment), false))
);

create unique index community_reports_open_key
on public.community_reports (community_id, reporter_id) where resolved_at is null;
create index community_reports_community_id_idx on public.community_reports (community_id);
create index community_reports_reporter_id_idx on public.community_reports (reporter_id, created_at);
create index community_reports_resolved_by_idx on public.community_reports (resolved_by);

create policy "Admins read reports" on public.community_reports for select to authenticated
using ((select private.is_admin()));

grant select on public.community_reports to authenticated;

create trigger clean before insert or update of comment on public.community_reports
for each row execute function private.clean_columns('comment:text');

create view private.hidden_by_reports as
select subject_id as community_id, at from public.audit_log
where action = 'hidden' and not by_admin and after ? 'block_reports';

-- Whether enough users have reported a community to hide it. Does not count its owner and co-owners, and users who are
-- suspended or
--   - have neither had their account for 30 days nor joined a community a week earlier,
--   - made an earlier report about it, or two reports in 90 days, that an admin found unfounded,
--   - hid two other communities within a week, unless an admin found these reports justified.
create function private.has_enough_reports(community_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(count(*) >= (select nullif(reports_to_hide, 0) from private.settings), false)
  from public.community_reports as r
  join public.profiles as p on p.id = r.reporter_id
  where r.community_id = has_enough_reports.community_id and r.resolved_at is null
    and not private.may_manage(r.community_id, p.id) and not private.is_user_suspended(p.id)
    and (
      p.created_at < r.created_at - interval '30 days' or exists (
        select from public.community_joins as j
        where j.user_id = p.id and j.joined_on <= (r.created_at at time zone 'utc')::date - 7
      )
    )
    and not exists (
      select from public.community_reports as earlier
      where earlier.community_id = r.community_id and earlier.reporter_id = p.id and not earlier.is_upheld
    )
    and (
      select count(*) from public.community_reports as earlier
      where earlier.reporter_id = p.id and not earlier.is_upheld and earlier.resolved_at > now() - interval '90 days'
    ) < 2
    and (
      select count(distinct h.community_id)
      from public.community_reports as e join private.hidden_by_reports as h on h.community_id = e.community_id
      where e.reporter_id = p.id and e.is_upheld is not true and h.at > now() - interval '7 days'
        -- Of concurrent reports, the one that hides may have begun before the others.
        and h.at > e.created_at - interval '1 minute' and (e.resolved_at is null or h.at <= e.resolved_at)
    ) < 2
$$;

-- Enough reports hide the community, up to a daily limit. The admins get an email about either.
create function private.report_community(community_id uuid, reason public.report_reason, comment text default null)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
  before jsonb;
  hidden_today integer;
begin
  perform private.require_writer();
  -- Of concurrent reports, the last one counts the others.
  perform from public.communities as c where c.id = community_id for no key update;
  perform private.require_listed(community_id);
  comment := case reason
    when 'other' then private.require_text(comment, 'Please say what is wrong.', 'comment')
    else nullif(private.clean_text(comment), '')
  end;
  perform private.lock_until_commit('reports of ' || user_id);
  if exists (
    select from public.community_reports as r
    where r.community_id = community_id and r.reporter_id = user_id and r.resolved_at is null
  ) then
    raise exception 'You have already reported this community. Thank you.' using errcode = 'PT409';
  end if;
  perform private.require_quota(count(*), 10, 'You can report at most 10 communities a day. Please try again tomorrow.')
  from public.community_reports as r
  where r.reporter_id = user_id and r.created_at >= private.today()::timestamp at time zone 'utc';
  insert into public.community_reports (community_id, reporter_id, reason, comment)
  values (community_id, user_id, reason, comment);
  if not private.has_enough_reports(community_id) then return; end if;
  perform private.lock_until_commit('hidden by reports');
  -- Checked again: the reporters may have hidden another community while this request waited for the lock.
  if not private.has_enough_reports(community_id) then return; end if;
  hidden_today := (select count(*) from private.hidden_by_reports as h where h.at > now() - interval '1 day');
  if hidden_today >= (select hidden_by_reports_per_day from private.settings) then
    perform private.queue_reports_notice(null, jsonb_build_object('hidden_today', hidden_today));
    return;
  end if;
  before := private.community_state(community_id);
  perform private.block(community_id, 'reports');
  perform private.touch_community(community_id);
  perform private.record_decision('hidden', community_id, before, '{"cause": "reports"}', null);
  perform private.queue_reports_notice(community_id, jsonb_build_object('name', before -> 'name'));
end
$$;

-- Resolves the open reports of a community, up to the newest one that the admin has seen, and returns whether there
-- were any. The log has their reasons, not the reporters. Other decisions call this before they log themselves: the
-- last entry is the one that can be undone.
create function private.close_reports(
  community_id uuid, is_upheld boolean, seen_at timestamptz default 'infinity', lifted jsonb default '{}'
) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  resolved jsonb;
begin
  with report as (
    update public.community_reports as r set resolved_at = now(), resolved_by = auth.uid(), is_upheld = is_upheld
    where r.community_id = community_id and r.resolved_at is null and r.created_at <= seen_at
    returning r.reason
  )
  select jsonb_build_object('reports', count(*), 'reasons', jsonb_agg(distinct reason)) into resolved
  from report having count(*) > 0;
  perform private.log_action('reports resolved', 'community', c.id, c.owner_id, resolved || lifted)
  from public.communities as c where c.id = community_id and resolved is not null;
  return resolved is not null;
end
$$;

-- Keeps a reported community listed, or lists it again, and decides nothing else that waits for an admin. The reports
-- were unfounded, unless an admin has edited it since or suspended its owner, or its link is dead.
create function private.resolve_reports(community_id uuid, seen_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  community constant public.communities := private.lock_community(community_id);
  before constant jsonb := private.community_state(community_id);
  is_upheld constant boolean := private.is_user_suspended(community.owner_id)
    or private.is_blocked(community_id, '{dead_link}')
    or exists (
      select from public.audit_log as e join public.community_reports as r on r.community_id = e.subject_id
      where r.community_id = community_id and r.resolved_at is null
        and e.action = 'edited' and e.by_admin and e.at > r.created_at
    );
  lifted constant jsonb := private.pick(before, '{block_reports}');
begin
  if private.lift_blocks(community_id, 'reports') and exists (
    select from public.community_reports as r
    where r.community_id = community_id and r.resolved_at is null and r.created_at > seen_at
  ) then
    raise exception 'This community was reported again in the meantime. Reload it to see all reports.'
      using errcode = 'PT412';
  end if;
  -- The reporters may have deleted their accounts.
  if not private.close_reports(community_id, is_upheld, seen_at, lifted) and lifted = '{}' then
    raise exception 'The reports of this community are already resolved.' using errcode = 'PT409';
  end if;
  if lifted = '{}' then return; end if;
  perform private.touch_community(community_id);
  if private.is_hidden(community_id) then return; end if;
  perform private.record_decision('shown', community_id, before, '{}');
end
$$;
