-- Recording the result of a check of an invite link.
-- Guarantee: a result counts only for a link that the community still has.

-- When an inconclusive check is repeated: within the hour for half a day, then twice a day.
create function private.retry_delay(failures integer) returns interval
language sql immutable set search_path = '' as $$
  select interval '1 minute' * case when failures <= 12 then least(15 * 2 ^ (failures - 1), 60) else 12 * 60 end
$$;

-- Records the result of a check: of the current link, or of the one under review. Returns 'swapped' if it made a held
-- link live, and 'in review' for another link under review.
-- Users choose the moment of their own checks (is_own), for example between two renames. So these do not postpone the
-- next check, and inconclusive ones do not count as failures, which pause the schedule. Only a reviewer's check sets
-- the approved name: owners can guess when the schedule checks.
create function private.record_link_check(
  community_id uuid, link text, answer public.link_state, group_name text default null,
  is_review boolean default false, is_own boolean default false
) returns text language plpgsql security definer set search_path = '' as $$
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
    checked_at = now(), reserved_at = case when is_own then known.reserved_at end,
    schedule_checked_at = case when known.reserved_at is null or is_own then known.schedule_checked_at else now() end,
    state = case when answer = 'live' or answer = 'dead' and known.dead_since <= now() - interval '24 hours'
      then answer else known.state end,
    live_at = case when answer = 'live' then now() else known.live_at end,
    dead_since = case answer
      when 'live' then null when 'dead' then coalesce(known.dead_since, now()) else known.dead_since end,
    group_name = case when is_named then nullif(name, '') else known.group_name end,
    failures = case when answer = 'unknown' then known.failures + (not is_own)::integer else 0 end,
    -- A new link is checked after ten minutes and then ever more rarely: its group may be renamed after the review.
    due_at = least(case when is_own then known.due_at end, now() + case
      when answer = 'unknown' then private.retry_delay(known.failures + 1)
      else least(greatest(now() - known.linked_at, interval '10 minutes'), interval '12 hours') end)
  where known.community_id = community_id and known.link = link;
  if previous.link is not null and is_named and community.status = 'approved' then
    perform private.compare_group_name(community, previous.group_name, name, is_review);
  end if;
  if link is distinct from private.link_under_review(community) then return null; end if;
  insert into private.reviewed_links as known (community_id, link, group_name, checked_at)
  values (community_id, link, case when is_review and is_named then name end, now())
  on conflict on constraint reviewed_links_pkey do update set
    link = excluded.link, checked_at = now(), reserved_at = null,
    group_name = case when is_review and is_named then name
      when answer <> 'dead' and known.link = excluded.link then known.group_name end,
    failures = case when answer = 'unknown' then known.failures + 1 else 0 end,
    -- Any other result is for the reviewer.
    due_at = case when known.due_at is not null and answer = 'unknown' and known.failures < 12
      then now() + private.retry_delay(known.failures + 1) end;
  return case when answer = 'live' and private.swap_link(community, name) then 'swapped' else 'in review' end;
end
$$;
