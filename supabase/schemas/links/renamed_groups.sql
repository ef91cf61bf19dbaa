-- Groups that were renamed since their approval, and links that were swapped for another one of the same group.
-- Guarantee: only an admin accepts a new name. A community whose group has an unrelated name is hidden until then.

-- If there is no approved name, the one that a reviewer reads becomes it, unless it has changed since an earlier check:
-- a change always waits for an admin. Callers lock the community.
create function private.compare_group_name(
  community public.communities, previous_name text, name text, is_review boolean
) returns void language plpgsql security definer set search_path = '' as $$
declare
  before constant jsonb := private.community_state(community.id);
  known public.community_links;
  expected_name text;
  is_expected boolean;
begin
  select * into known from public.community_links where community_id = community.id for update;
  expected_name := coalesce(known.approved_name, previous_name);
  is_expected := coalesce(private.is_same_group_name(name, expected_name), true);
  if is_expected and known.approved_name is null then
    if is_review and known.renamed_at is null then
      update public.community_links set approved_name = private.remove_codes(name) where community_id = community.id;
    end if;
    return;
  end if;
  -- The expected name again, the first other one, or another one.
  if is_expected = (known.renamed_at is not null)
    or known.renamed_at is not null and not private.is_same_group_name(name, coalesce(previous_name, '')) then
    perform private.log_action(
      'renamed on WhatsApp', 'community', community.id, community.owner_id, jsonb_build_object('group_name', coalesce(
        case when known.renamed_at is null then expected_name else previous_name end, '')),
      jsonb_build_object('group_name', name), null);
    -- Its own email says whether it is hidden.
    if private.is_unrelated_name(name, expected_name) and private.block(community.id, 'renamed') then
      perform private.touch_community(community.id);
      perform private.record_decision('hidden', community.id, before, actor_id => null);
    end if;
    update public.community_links set renamed_at = case when not is_expected then coalesce(renamed_at, now()) end
    where community_id = community.id;
  end if;
  if is_expected and private.lift_blocks(community.id, 'renamed') then
    perform private.record_lifted_block(community.id, before, null);
  end if;
end
$$;

-- Makes the new name of a group the approved one, and lifts its block. The log keeps what an undo restores.
create function private.accept_name(community_id uuid) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  lifted constant jsonb := private.pick(private.block_values(community_id), '{block_renamed}');
  known public.community_links;
begin
  perform private.lift_blocks(community_id, 'renamed');
  select * into known from public.community_links as l
  where l.community_id = community_id and l.renamed_at is not null for update;
  if known.community_id is null and lifted = '{}' then return; end if;
  perform private.log_action(
    'name accepted', 'community', c.id, c.owner_id,
    jsonb_build_object('group_name', known.approved_name, 'renamed_at', known.renamed_at) || lifted,
    jsonb_build_object('group_name', coalesce(known.group_name, '')))
  from public.communities as c where c.id = community_id;
  update public.community_links as l set approved_name = coalesce(known.group_name, ''), renamed_at = null
  where l.community_id = known.community_id;
end
$$;

-- version is the updated_at that the admin saw, group_name the name.
create function private.accept_group_name(community_id uuid, version timestamptz, group_name text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  community constant public.communities := private.lock_community(community_id, is_approved => true);
  before constant jsonb := private.community_state(community_id);
  is_blocked constant boolean := private.is_blocked(community_id, '{renamed}');
  known public.community_links;
begin
  select * into known from public.community_links as l where l.community_id = community_id;
  if known.renamed_at is null and not is_blocked then
    raise exception 'The group has its approved name.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  if coalesce(known.group_name, '') is distinct from group_name then
    raise exception 'The group was renamed again in the meantime. Reload the page to see its current name.'
      using errcode = 'PT412';
  end if;
  perform private.accept_name(community_id);
  if is_blocked then
    perform private.record_lifted_block(community_id, before);
  else
    -- An undo checks the version.
    perform private.touch_community(community_id);
  end if;
end
$$;

-- Restores the approved name that an undone decision replaced.
create function private.restore_name(community_id uuid, decided_at timestamptz) returns void
language sql set search_path = '' as $$
  update public.community_links as l set
    approved_name = accepted.before ->> 'group_name', renamed_at = case
      when private.is_same_group_name(coalesce(l.group_name, ''), accepted.before ->> 'group_name') is not true
      then (accepted.before ->> 'renamed_at')::timestamptz end
  from public.audit_log as accepted
  where l.community_id = restore_name.community_id and accepted.subject_id = l.community_id
    and accepted.action = 'name accepted' and accepted.at = restore_name.decided_at
    and l.approved_name = accepted.after ->> 'group_name'
$$;

-- The first name is null if no reviewer has read one.
create function private.get_group_names(community_id uuid)
returns table (approved_name text, group_name text, renamed_at timestamptz)
language sql stable security definer set search_path = '' rows 1 as $$
  select private.require_admin();
  select l.approved_name, coalesce(l.group_name, ''), l.renamed_at
  from public.community_links as l where l.community_id = get_group_names.community_id
$$;

-- Whether a change may go live without a review: the group has the approved name, which is telling, and nothing waits
-- for an admin. Once a day: an attacker could otherwise change the link and rename the group again and again.
create function private.needs_no_review(community public.communities, group_name text) returns boolean
language sql stable set search_path = '' as $$
  select community.status = 'approved' and community.name_changed_at is null and not private.is_hidden(community.id)
    and not private.is_user_suspended(community.owner_id) and private.telling_words(group_name) <> '{}'
    and exists (
      select from public.community_links as l where l.community_id = community.id and l.renamed_at is null
        and private.is_same_group_name(l.approved_name, needs_no_review.group_name))
    and not exists (select from public.claims as k where k.community_id = community.id and k.outcome is null)
    and not exists (
      select from public.community_reports as r where r.community_id = community.id and r.resolved_at is null)
    and not exists (
      select from public.audit_log as e where e.subject_id = community.id
        and e.action in ('link swapped', 'changes proved') and e.at > now() - interval '1 day')
$$;

-- Writes a community with a held link that goes live without a review: its group still has the approved name.
create function private.write_same_group(community public.communities) returns void
language plpgsql set search_path = '' as $$
declare
  approved constant text := (select approved_name from public.community_links where community_id = community.id);
begin
  perform private.write_community(community);
  update public.community_links set approved_name = approved where community_id = community.id;
end
$$;

-- Makes a held link live that a check has just found, unless it needs a review, and returns whether it did. Waits for
-- saves of the same link. The other held changes stay held.
create function private.swap_link(community public.communities, name text) returns boolean
language plpgsql set search_path = '' as $$
declare
  before constant jsonb := private.community_state(community.id);
  held constant text := community.held_changes ->> 'whatsapp_link';
begin
  if held is null or not private.needs_no_review(community, name) then return false; end if;
  perform private.lock_until_commit('WhatsApp link ' || held);
  if private.is_whatsapp_link_listed(held, community.id) then return false; end if;
  perform private.write_same_group(private.with_live_changes(community, '{whatsapp_link}'));
  update public.community_links as l set
    state = 'live', checked_at = now(), live_at = now(), group_name = name, due_at = now() + interval '10 minutes'
  where l.community_id = community.id;
  perform private.record_decision('link swapped', community.id, before);
  return true;
end
$$;
