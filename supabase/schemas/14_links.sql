-- Link checks: whether invite links still lead to a group.
-- Guarantee: a community whose link is dead leaves the directory until the link is fixed. Owners and admins see the
-- state of a link. Only reviewers see the group's name, because it is untrusted text.

-- 'unknown' is the result of a check, never a stored state: it changes nothing.
create type public.link_state as enum ('unchecked', 'live', 'dead', 'unknown');

-- One row for each community that has ever been approved.
create table public.community_links (
  community_id uuid primary key references public.communities (id) on delete cascade,
  -- The link that the other columns describe.
  link text not null check (private.is_whatsapp_link(link)),
  state public.link_state not null default 'unchecked',
  checked_at timestamptz,
  -- When its page last named a group.
  live_at timestamptz,
  -- The first dead result. A second one, at least a day later, makes the link dead.
  dead_since timestamptz,
  group_name text check (private.is_line(group_name, 200)),
  -- The name of the group when an admin last approved the community or its name. Empty if it had no visible character;
  -- null until the first live check after the approval.
  approved_name text check (private.is_optional_line(approved_name, 200)),
  -- Since when the group has a different name.
  renamed_at timestamptz,
  claimed_at timestamptz,
  constraint community_links_dead_since_check check (state <> 'dead' or dead_since is not null)
);

create index community_links_checked_at_idx
on public.community_links (checked_at nulls first, community_id);
create index community_links_dead_idx on public.community_links (community_id) where state = 'dead';

alter table public.community_links enable row level security;

create policy "Nothing before the sign-in is complete"
on public.community_links as restrictive for all to authenticated using ((select private.is_sign_in_complete()));

-- Row-level security of communities applies to the subquery; the grants name the columns.
create policy "Owners and admins read the state of a link"
on public.community_links for select to authenticated
using (exists (select from public.communities as c where c.id = community_id));

grant select (community_id, state, checked_at, live_at, dead_since, renamed_at)
on public.community_links to authenticated;
grant all on public.community_links to service_role;

-- Sets a new or changed link to unchecked. Security definer, because users cannot write this table.
create function private.reset_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.community_links as known (community_id, link)
  values (new.id, new.whatsapp_link)
  on conflict (community_id) do update set
    link = excluded.link, state = 'unchecked', checked_at = null, live_at = null,
    dead_since = null, group_name = null, claimed_at = null
  where known.link <> excluded.link;
  return null;
end
$$;

-- Fires before update_directory, which reads the state of the new link: triggers fire in alphabetical order.
create trigger reset_link_after_insert
after insert on public.communities
for each row when (new.status = 'approved') execute function private.reset_link();

create trigger reset_link_after_update
after update on public.communities
for each row when (
  new.status = 'approved'
  and (old.status, old.whatsapp_link) is distinct from (new.status, new.whatsapp_link)
)
execute function private.reset_link();

-- Updates the directory after a check. The lock makes it wait for a concurrent save or merge, whose values it would
-- overwrite. Security definer, because no API role writes the directory.
create function private.show_link_check() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities;
begin
  select * into community from public.communities where id = new.community_id for share;
  if found then
    perform private.write_directory_community(community);
  end if;
  return null;
end
$$;

create trigger show_link_check
after update on public.community_links
for each row when ((old.state = 'dead', old.live_at) is distinct from (new.state = 'dead', new.live_at))
execute function private.show_link_check();

-- Reserves the links checked longest ago, each at most twice a day, for the function admin/check-links. Leaves out
-- hidden and paused communities: one that is shown again or resumed is checked first. Returns no rows while another
-- batch is running. Links that a batch left unchecked are released after five minutes.
create function public.claim_links(batch integer default 50)
returns table (community_id uuid, link text)
language plpgsql volatile security invoker set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.lock_until_commit('batches of links');
  if exists (
    select from public.community_links where claimed_at > now() - interval '5 minutes'
  ) then
    return;
  end if;
  return query
    update public.community_links as claimed set claimed_at = now()
    where claimed.community_id in (
      select due.community_id
      from public.community_links as due join public.communities as c on c.id = due.community_id
      where private.may_be_listed(c)
        and (due.checked_at is null or due.checked_at < now() - interval '12 hours')
      order by due.checked_at nulls first, due.community_id
      limit least(greatest(batch, 1), 200)
    )
    returning claimed.community_id, claimed.link;
end
$$;

-- Records the result of a check, for the function admin/check-links. Ignores a link that the community no longer has.
create function public.record_link_check(
  community_id uuid, link text, answer public.link_state, group_name text default null
) returns void
language plpgsql volatile security invoker set search_path = '' as $$
#variable_conflict use_variable
begin
  -- Locks the community first, as a save does: both write the directory, and each must see what the other wrote.
  perform from public.communities as c where c.id = community_id for no key update;
  update public.community_links as known set
    checked_at = now(), claimed_at = null,
    state = case
      when answer = 'live' then 'live'
      when answer = 'dead' and known.dead_since <= now() - interval '24 hours' then 'dead'
      else known.state
    end,
    live_at = case when answer = 'live' then now() else known.live_at end,
    dead_since = case answer
      when 'live' then null when 'dead' then coalesce(known.dead_since, now()) else known.dead_since
    end,
    group_name = case
      when answer <> 'live' then known.group_name when private.is_line(group_name, 200) then group_name
    end
  where known.community_id = community_id and known.link = link;
end
$$;

grant execute on function public.claim_links, public.record_link_check to service_role;
