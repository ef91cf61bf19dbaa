-- What visitors report about a community, and how admins resolve it.

create type public.report_reason as enum ('dead_link', 'spam', 'misleading', 'other');

alter type public.audit_action add value 'reports resolved';

-- Admins alone read it; the owner learns nothing of it.
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

create policy "Admins read reports"
on public.community_reports for select to authenticated
using ((select private.is_admin()));

-- Once a person and community while it is open, and at most ten a person and day, one request at a time.
create function private.report_community(
  community uuid, reason public.report_reason, comment text
) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  person constant uuid := auth.uid();
begin
  if not private.has_profile() then
    raise exception 'Your session has ended. Please sign in again.' using errcode = '42501';
  end if;
  if not private.is_in_directory(community) then
    raise exception 'This community is not in the directory any more.' using errcode = 'PT410';
  end if;
  if reason = 'other' and not coalesce(private.is_visible(comment), false) then
    raise exception 'Please say what is wrong.' using errcode = '23514', detail = 'comment';
  end if;
  perform private.one_at_a_time('reports of ' || person);
  if exists (
    select from public.community_reports as r
    where r.community_id = community and r.reporter_id = person and r.resolved_at is null
  ) then
    raise exception 'You have already reported this community. Thank you.' using errcode = 'PT409';
  end if;
  if (
    select count(*) from public.community_reports as r
    where r.reporter_id = person and r.created_at >= private.today()::timestamp at time zone 'utc'
  ) >= 10 then
    raise exception 'You can report at most 10 communities a day. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
  insert into public.community_reports (community_id, reporter_id, reason, comment)
  values (community, person, reason, nullif(btrim(comment), ''));
end
$$;

-- Resolves the open reports of a community up to the newest that the admin has seen. The log keeps how many
-- there were and why, not from whom.
create function private.resolve_reports(community uuid, seen_at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reasons public.report_reason[];
begin
  perform private.require_admin();
  with resolved as (
    update public.community_reports as r set resolved_at = now(), resolved_by = auth.uid()
    where r.community_id = community and r.resolved_at is null and r.created_at <= seen_at
    returning r.reason
  )
  select array_agg(reason order by reason) into reasons from resolved;
  if reasons is null then
    raise exception 'The reports of this community are already resolved.' using errcode = 'PT409';
  end if;
  perform private.log_action(
    'reports resolved', 'community', community,
    (select c.owner_id from public.communities as c where c.id = community),
    jsonb_build_object('reports', cardinality(reasons), 'reasons', (
      select jsonb_agg(distinct reason) from unnest(reasons) as reason
    )), '{}');
end
$$;

-- Approved communities with open reports that are not in the queue for another reason.
create view private.reported_communities as
select c.id, min(r.created_at) as since
from public.community_reports as r join public.communities as c on c.id = r.community_id
where r.resolved_at is null and c.status = 'approved'
  and c.held_at is null and c.groups_changed_at is null
group by c.id;

-- Reported communities that wait for nothing else come last in the queue, oldest report first. The open
-- reports are embedded: community_reports (reason, comment, created_at), filtered by resolved_at is null.
create or replace function private.list_moderation_queue(page_size integer, page integer)
returns setof public.communities
language plpgsql stable security definer set search_path = '' rows 20 as $$
declare
  size constant integer := private.clamp_page_size(page_size);
  before constant bigint := private.rows_before(page, size);
begin
  perform private.require_admin();
  return query
    select c.* from public.communities as c join (
      (select id, 1 as turn, created_at as since from public.communities where status = 'pending'
       order by created_at, id limit before + size)
      union all
      (select id, 2, held_at from public.communities where held_at is not null
       order by held_at, id limit before + size)
      union all
      (select id, 3, groups_changed_at from public.communities
       where groups_changed_at is not null and held_at is null
       order by groups_changed_at, id limit before + size)
      union all
      (select id, 4, since from private.reported_communities
       order by since, id limit before + size)
      order by turn, since, id limit size offset before
    ) as waiting using (id)
    order by waiting.turn, waiting.since, c.id;
end
$$;

-- How many wait, each community once.
drop function public.count_moderation_queue();
drop function private.count_moderation_queue();

create function private.count_moderation_queue()
returns table (pending bigint, held bigint, groups_changed bigint, reported bigint)
language plpgsql stable security definer set search_path = '' rows 1 as $$
begin
  perform private.require_admin();
  return query select
    (select count(*) from public.communities where status = 'pending'),
    (select count(*) from public.communities where held_at is not null),
    (select count(*) from public.communities where groups_changed_at is not null and held_at is null),
    (select count(*) from private.reported_communities);
end
$$;

-- What the API calls.

-- The number on the queue.
create function public.count_moderation_queue()
returns table (pending bigint, held bigint, groups_changed bigint, reported bigint)
language plpgsql stable security invoker set search_path = '' rows 1 as $$
#variable_conflict use_variable
begin
  return query select * from private.count_moderation_queue();
end
$$;

-- For whoever is signed in and has seen something wrong.
create function public.report_community(
  community uuid, reason public.report_reason, comment text default null
) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.report_community(community, reason, comment)
$$;

-- For the queue.
create function public.resolve_reports(community uuid, seen_at timestamptz) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.resolve_reports(community, seen_at)
$$;
