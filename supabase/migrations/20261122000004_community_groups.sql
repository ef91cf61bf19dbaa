-- The WhatsApp groups of a community.

create table public.community_groups (
  id uuid primary key default gen_random_uuid(),
  community_id uuid not null references public.communities (id) on delete cascade,
  name text not null check (private.is_line(name, 100)),
  description text not null default '' check (private.is_text(description, 500))
);

create index community_groups_community_id_idx on public.community_groups (community_id, name);

-- At most 50 groups a community, counted past row-level security and one request at a time.
create function private.check_group_count() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.one_at_a_time('groups of ' || new.community_id);
  if (
    select count(*) from public.community_groups where community_id = new.community_id
  ) >= 50 then
    raise exception 'A community can have at most 50 groups.' using errcode = '23514';
  end if;
  return new;
end
$$;

create trigger check_count
before insert on public.community_groups
for each row when (private.is_user_request()) execute function private.check_group_count();

alter table public.community_groups enable row level security;

-- Whoever may see a community may see its groups; whoever may edit it may edit them. Row-level security
-- of communities answers both, since this subquery is subject to it.
create policy "Groups are read with their community"
on public.community_groups for select to authenticated
using (exists (select from public.communities as c where c.id = community_id));

create policy "Groups are added to a community one may edit"
on public.community_groups for insert to authenticated
with check (exists (select from public.communities as c where c.id = community_id));

create policy "Groups are edited with their community"
on public.community_groups for update to authenticated
using (exists (select from public.communities as c where c.id = community_id))
with check (exists (select from public.communities as c where c.id = community_id));

create policy "Groups are deleted with their community"
on public.community_groups for delete to authenticated
using (exists (select from public.communities as c where c.id = community_id));
