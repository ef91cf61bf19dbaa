-- links/: whether invite links work, and whether they still lead to the group that was approved.
-- Guarantee: a dead link and an unrelated name keep a community out of the directory. All checks together stay at a
-- pace that WhatsApp answers. A changed link or name goes live without a review only under private.needs_no_review.
--   links.sql: the state of each link.  pace.sql: how many pages are opened, and for whom.
--   own_checks.sql: checks that owners and claimants ask for.
--   group_names.sql: comparing names.  renamed_groups.sql: accepting new names, and swapping links.

-- Link checks: whether invite links still lead to a group, and to which one.
-- Guarantee: a community whose link is dead leaves the directory until the link is fixed. Owners and admins see the
-- state of a link. Only admins see the group's name, because it is untrusted text.

-- 'unknown' is the result of a check, never a stored state: it changes nothing.
create type public.link_state as enum ('unchecked', 'live', 'dead', 'unknown');

-- One row for each community that has ever been approved.
create table public.community_links (
  community_id uuid primary key references public.communities (id) on delete cascade,
  -- The link that the other columns describe.
  link text not null check (private.is_whatsapp_link(link)),
  state public.link_state not null default 'unchecked',
  checked_at timestamptz,
  -- When the schedule last checked it, and not a user or a reviewer.
  schedule_checked_at timestamptz,
  -- When its page last named a group.
  live_at timestamptz,
  -- The first dead result. A second one, at least a day later, makes the link dead.
  dead_since timestamptz,
  group_name text check (private.is_line(group_name, 200)),
  -- The name of the group that a reviewer read, at the last approval or later. Empty if it had no visible character; null
  -- if WhatsApp has not answered a reviewer yet.
  approved_name text check (private.is_optional_line(approved_name, 200)),
  -- Since when the group has a different name.
  renamed_at timestamptz,
  -- Since when the community has this link; null for links from before this column.
  linked_at timestamptz default now(),
  -- When the schedule checks the link next.
  due_at timestamptz not null default now(),
  -- How many checks in a row were inconclusive, without those of users.
  failures integer not null default 0,
  claimed_at timestamptz,
  constraint community_links_dead_since_check check (state <> 'dead' or dead_since is not null)
);

create index community_links_checked_at_idx
on public.community_links (checked_at nulls first, community_id);
create index community_links_due_at_idx on public.community_links (due_at, community_id);
create index community_links_dead_idx on public.community_links (community_id) where state = 'dead';
create index community_links_renamed_idx on public.community_links (community_id) where renamed_at is not null;

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

-- The links that wait for review: of pending communities, once a reviewer has checked them, and held ones.
create table private.reviewed_links (
  community_id uuid primary key references public.communities (id) on delete cascade,
  link text not null,
  -- The name at the last live check of a reviewer. Empty if it had no visible character.
  group_name text,
  checked_at timestamptz,
  -- When the schedule checks a held link; null if it does not.
  due_at timestamptz,
  failures integer not null default 0,
  claimed_at timestamptz
);

create index reviewed_links_due_at_idx on private.reviewed_links (due_at) where due_at is not null;

alter table private.reviewed_links enable row level security;

create policy "No request reads or writes the links under review"
on private.reviewed_links as restrictive for all to authenticated using (false);

-- The link of a community that waits for review; null if there is none.
create function private.link_under_review(community public.communities) returns text
language sql immutable set search_path = '' as $$
  select case community.status
    when 'pending' then community.whatsapp_link when 'approved' then community.held_changes ->> 'whatsapp_link' end
$$;

-- Follows the link under review. The app checks a held link as soon as its owner has saved it, so the schedule waits
-- for two minutes; for ten after a check, so that an owner who keeps changing the link does not use up the checks of
-- others.
-- Security definer, because no API role writes this table.
create function private.follow_reviewed_link() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text := private.link_under_review(new);
begin
  if wanted is null or new.status <> 'approved' then
    delete from private.reviewed_links where community_id = new.id and link is distinct from wanted;
    return null;
  end if;
  insert into private.reviewed_links as known (community_id, link, due_at)
  values (new.id, wanted, now() + interval '2 minutes')
  on conflict (community_id) do update set
    link = excluded.link, group_name = null, failures = 0, claimed_at = null,
    due_at = greatest(excluded.due_at, known.checked_at + interval '10 minutes')
  where known.link <> excluded.link;
  return null;
end
$$;

-- Starts, changes or resets the row of a link. The name at the approval is the one of the reviewer's last check of this
-- link. A link that goes live without a review keeps it (links/renamed_groups.sql), and so does undoing a
-- return to pending.
-- Security definer, because users cannot write these tables.
create function private.reset_link() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  seen_name constant text := (
    select r.group_name from private.reviewed_links as r where r.community_id = new.id and r.link = new.whatsapp_link
  );
begin
  insert into public.community_links as known (community_id, link, approved_name)
  values (new.id, new.whatsapp_link, seen_name)
  on conflict (community_id) do update set
    link = excluded.link, state = 'unchecked', checked_at = null, live_at = null, dead_since = null, group_name = null,
    approved_name = case
      when private.decision() in ('link swapped', 'changes proved') then known.approved_name else seen_name
    end,
    renamed_at = null,
    linked_at = now(), due_at = now(), failures = 0, claimed_at = null
  where known.link <> excluded.link;
  if tg_op = 'UPDATE' and private.decision() is distinct from 'decision undone' then
    -- Approved again, with the same link.
    update public.community_links as known set
      -- Accepts a rename that reviewers know; without an earlier name, they have read none.
      approved_name = coalesce(seen_name, case
        when known.approved_name is null or known.renamed_at is null then known.approved_name
        else coalesce(known.group_name, '')
      end),
      renamed_at = null, due_at = now()
    where known.community_id = new.id and old.status <> 'approved' and old.whatsapp_link = new.whatsapp_link;
  end if;
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

-- Fires after reset_link, which reads the name of the group.
create trigger zz_follow_reviewed_link
after update on public.communities
for each row when (
  (old.status, old.whatsapp_link, old.held_changes) is distinct from (new.status, new.whatsapp_link, new.held_changes)
)
execute function private.follow_reviewed_link();

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

-- When an inconclusive check is repeated: within the hour for half a day, then twice a day.
create function private.retry_delay(failures integer) returns interval
language sql immutable set search_path = '' as $$
  select case when failures <= 12 then least(15 * 2 ^ (failures - 1), 60) * interval '1 minute' else interval '12 hours' end
$$;

-- Records the result of a check: of the current link, or of the one under review. Ignores a link that the community no
-- longer has. Returns 'swapped' if it made a held link live, and 'in review' for another link under review.
-- Users choose the moment of their own checks (links/own_checks.sql), for example between two renames. So these do not
-- postpone the next check, and inconclusive ones do not count as failures, which pause the schedule. Only a reviewer's
-- check sets the approved name: owners can guess when the schedule checks.
-- Security definer, because no API role writes these tables.
create function private.record_link_check(
  community_id uuid, link text, answer public.link_state, group_name text, is_own boolean default false,
  is_review boolean default false
) returns text
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  community public.communities;
  previous public.community_links;
  name constant text := case when private.is_line(group_name, 200) then group_name else '' end;
  -- An owner may replace the whole name with a code for a minute.
  is_named constant boolean := answer = 'live' and (name = '' or private.remove_codes(name) <> '');
begin
  -- Locks the community first, as a save does: both write the directory, and each must see what the other wrote.
  select * into community from public.communities as c where c.id = community_id for no key update;
  select * into previous from public.community_links as l where l.community_id = community_id and l.link = link;
  update public.community_links as known set
    checked_at = now(), claimed_at = case when is_own then known.claimed_at end,
    schedule_checked_at = case
      when known.claimed_at is not null and not is_own then now() else known.schedule_checked_at
    end,
    state = case
      when answer = 'live' then 'live'
      when answer = 'dead' and known.dead_since <= now() - interval '24 hours' then 'dead'
      else known.state
    end,
    live_at = case when answer = 'live' then now() else known.live_at end,
    dead_since = case answer
      when 'live' then null when 'dead' then coalesce(known.dead_since, now()) else known.dead_since
    end,
    group_name = case when is_named then nullif(name, '') else known.group_name end,
    failures = case when answer = 'unknown' then known.failures + (not is_own)::integer else 0 end,
    -- A new link is checked after ten minutes and then ever more rarely: its group may be renamed after the review.
    due_at = least(now() + case
      when answer = 'unknown' then private.retry_delay(known.failures + 1)
      else least(greatest(now() - known.linked_at, interval '10 minutes'), interval '12 hours')
    end, case when is_own then known.due_at end)
  where known.community_id = community_id and known.link = link;
  if previous.link is not null and is_named and community.status = 'approved' then
    perform private.compare_group_name(community, previous.group_name, name, is_review);
  end if;
  if link is distinct from private.link_under_review(community) then
    return null;
  end if;

  insert into private.reviewed_links as known (community_id, link, group_name, checked_at)
  values (community_id, link, case when is_review and is_named then name end, now())
  on conflict on constraint reviewed_links_pkey do update set
    link = excluded.link, checked_at = now(), claimed_at = null,
    group_name = case
      when is_review and is_named then name
      when answer <> 'dead' and known.link = excluded.link then known.group_name end,
    failures = case when answer = 'unknown' then known.failures + 1 else 0 end,
    -- Any other result is for the reviewer.
    due_at = case
      when known.due_at is not null and answer = 'unknown' and known.failures < 12
      then now() + private.retry_delay(known.failures + 1)
    end;
  if answer = 'live' and private.may_swap_link(community, name) then
    perform private.swap_link(community, name);
    return 'swapped';
  end if;
  return 'in review';
end
$$;

-- For the function admin/check-links, which the schedule and reviewers call.
create function public.record_link_check(
  community_id uuid, link text, answer public.link_state, group_name text default null, is_review boolean default false
) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.record_link_check(community_id, link, answer, group_name, false, is_review)
$$;

grant execute on function private.record_link_check, public.record_link_check to service_role;
