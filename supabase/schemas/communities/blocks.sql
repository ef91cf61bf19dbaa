-- What keeps an approved community out of the directory: a set of independent blocks, each a row with its reason.
-- Guarantee: causes coexist, and lifting one reveals nothing while another one is left. Users change blocks only with
-- functions. Owners and admins read all causes, but not who decided.

create type public.block_kind as enum (
  -- Decisions, which admins lift: an admin hid it, enough users reported it, or its group has an unrelated name.
  'admin', 'reports', 'renamed',
  -- Of its owner: they paused it, did not answer whether it is still active, or its link is dead.
  'paused', 'asleep', 'dead_link'
);

create table public.community_blocks (
  community_id uuid not null references public.communities (id) on delete cascade,
  kind public.block_kind not null,
  since timestamptz not null default now(),
  -- The admin or the manager who decided; null for automatic blocks, and once their account is deleted.
  created_by uuid references public.profiles (id) on delete set null,
  -- An admin's reason, for the owner. The other kinds say enough.
  reason text,
  primary key (community_id, kind),
  constraint community_blocks_reason_check check (
    private.is_text(reason, 500) and (kind = 'admin') = coalesce(private.is_visible(reason), false)
  )
);

create index community_blocks_kind_idx on public.community_blocks (kind, since, community_id);
create index community_blocks_created_by_idx on public.community_blocks (created_by);

create policy "Owners read the blocks of their communities, admins all"
on public.community_blocks for select to authenticated
using (exists (select from public.communities as c where c.id = community_id));

grant select (community_id, kind, since, reason) on public.community_blocks to authenticated;

create trigger clean before insert or update of reason on public.community_blocks
for each row execute function private.clean_columns('reason:text');

-- Whether visitors may see a community while the directory is live: the only rule. `despite` names blocks that the
-- caller leaves out: a dead link, for example, may come back.
create function private.may_be_listed(community public.communities, despite public.block_kind[] default '{}')
returns boolean language sql stable set search_path = '' as $$
  select community.status = 'approved' and not exists (
    select from public.community_blocks as b where b.community_id = community.id and b.kind <> all (despite)
  ) and not private.is_user_suspended(community.owner_id)
$$;

-- The blocks that a decision of an admin lifts. `npm run types` writes them for the screens.
create function private.hiding_kinds() returns public.block_kind[]
language sql immutable set search_path = '' as $$ select array['admin', 'reports', 'renamed']::public.block_kind[] $$;

-- Security definer, because row-level security hides the blocks of other owners.
create function private.is_blocked(community_id uuid, kinds public.block_kind[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.community_blocks as b where b.community_id = is_blocked.community_id and b.kind = any (kinds)
  )
$$;

-- Whether such a block hides a community.
create function private.is_hidden(community_id uuid) returns boolean
language sql stable set search_path = '' as $$ select private.is_blocked(community_id, private.hiding_kinds()) $$;

-- Blocks a community, and returns whether this block is new. Callers lock the community.
create function private.block(
  community_id uuid, kind public.block_kind, reason text default null, created_by uuid default null
) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into public.community_blocks (community_id, kind, reason, created_by)
  values (community_id, kind, reason, created_by) on conflict do nothing;
  return found;
end
$$;

-- Lifts blocks, and returns whether there was any. Callers lock the community.
create function private.lift_blocks(community_id uuid, variadic kinds public.block_kind[]) returns boolean
language plpgsql set search_path = '' as $$
begin
  delete from public.community_blocks as b where b.community_id = lift_blocks.community_id and b.kind = any (kinds);
  return found;
end
$$;

grant execute on function private.may_be_listed to service_role;
