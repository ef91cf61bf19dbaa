-- links/: whether invite links work, and whether they still lead to the group that was approved.
-- Guarantee: a dead link and an unrelated name keep a community out of the directory. All checks together stay at a
-- pace that WhatsApp answers. A changed link or name goes live without a review only under private.needs_no_review.
--   links.sql: the state of each link.  check_results.sql: recording a check.
--   pace.sql: how many pages are opened, and for whom.  own_checks.sql: checks that users ask for.
--   group_names.sql: comparing names.  renamed_groups.sql: accepting new names, and swapping links.

-- Guarantee: owners and admins see the state of a link. Only admins see the stored name of the group: it is untrusted
-- text.

-- 'unknown' is the result of a check, never a stored state: it changes nothing.
create type public.link_state as enum ('unchecked', 'live', 'dead', 'unknown');

-- One row for each community that has ever been approved.
create table public.community_links (
  community_id uuid primary key references public.communities (id) on delete cascade,
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
  -- The name of the group that a reviewer read, at the last approval or later. Empty if it had no visible character;
  -- null if WhatsApp has not answered a reviewer yet.
  approved_name text check (private.is_optional_line(approved_name, 200)),
  renamed_at timestamptz,
  -- Since when the community has this link; null for links from before this column.
  linked_at timestamptz default now(),
  -- When the schedule checks the link next, if it does: only while the community is listed, or would be if its link
  -- worked and its group had the approved name.
  due_at timestamptz not null default now(),
  is_scheduled boolean not null default false,
  -- How many checks in a row were inconclusive, without those of users.
  failures integer not null default 0,
  reserved_at timestamptz,
  constraint community_links_dead_since_check check (state <> 'dead' or dead_since is not null)
);

create index community_links_checked_at_idx on public.community_links (checked_at nulls first, community_id);
create index community_links_due_at_idx on public.community_links (due_at, community_id) where is_scheduled;
create index community_links_claimed_at_idx on public.community_links (reserved_at) where reserved_at is not null;
create index community_links_renamed_idx on public.community_links (community_id) where renamed_at is not null;

-- Row-level security of communities applies to the subquery.
create policy "Owners and admins read the state of a link" on public.community_links for select to authenticated
using (exists (select from public.communities as c where c.id = community_id));

grant select (community_id, state, checked_at, live_at, dead_since, renamed_at)
on public.community_links to authenticated;

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
  reserved_at timestamptz
);

create index reviewed_links_due_at_idx on private.reviewed_links (due_at) where due_at is not null;

create function private.link_under_review(community public.communities) returns text
language sql immutable set search_path = '' as $$
  select case community.status
    when 'pending' then community.whatsapp_link when 'approved' then community.held_changes ->> 'whatsapp_link' end
$$;

-- Keeps the rows of a community's links, live and under review. A live link starts with the name that a reviewer read
-- at the last check of it. The schedule checks a held link only after two minutes, because the app checks it as soon as
-- its owner has saved it; and ten after a check, so that an owner who keeps changing it does not use up all checks.
create function private.follow_links() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text := private.link_under_review(new);
  seen_name constant text := (
    select group_name from private.reviewed_links where community_id = new.id and link = new.whatsapp_link);
begin
  if new.status = 'approved' then
    insert into public.community_links as known (community_id, link, approved_name)
    values (new.id, new.whatsapp_link, seen_name)
    on conflict (community_id) do update set
      link = excluded.link, state = 'unchecked', checked_at = null, live_at = null, dead_since = null,
      group_name = null, approved_name = seen_name, renamed_at = null, linked_at = now(), due_at = now(), failures = 0,
      reserved_at = null
    where known.link <> excluded.link;
    if tg_op = 'UPDATE' and old.status <> 'approved' and new.approval_date = now() then
      -- An approval accepts a rename that reviewers know; without an earlier name, they have read none.
      update public.community_links set
        renamed_at = null, due_at = now(), approved_name = coalesce(seen_name, case
          when approved_name is null or renamed_at is null then approved_name else coalesce(group_name, '') end)
      where community_id = new.id;
    end if;
  end if;
  if wanted is null or new.status <> 'approved' then
    delete from private.reviewed_links where community_id = new.id and link is distinct from wanted;
    return null;
  end if;
  insert into private.reviewed_links as known (community_id, link, due_at)
  values (new.id, wanted, now() + interval '2 minutes')
  on conflict (community_id) do update set
    link = excluded.link, group_name = null, failures = 0, reserved_at = null,
    due_at = greatest(excluded.due_at, known.checked_at + interval '10 minutes')
  where known.link <> excluded.link;
  return null;
end
$$;

create trigger after_2_follow_links after insert or update of status, whatsapp_link, held_changes on public.communities
for each row execute function private.follow_links();

-- A dead link is a block, and its owner gets an email. Security definer, because the secret key may write the state.
create function private.block_dead_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.state <> 'dead' then
    perform private.lift_blocks(new.community_id, 'dead_link');
  elsif private.block(new.community_id, 'dead_link') then
    perform private.queue_email(
      'link_dead', c.owner_id, c.id || ' ' || new.dead_since, jsonb_build_object('name', c.name), c.id)
    from public.communities as c where c.id = new.community_id;
  end if;
  return null;
end
$$;

create trigger block_dead_link after insert or update of state on public.community_links
for each row execute function private.block_dead_link();
