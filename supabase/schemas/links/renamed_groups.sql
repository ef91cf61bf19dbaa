-- Groups that were renamed since their approval, and links that were swapped for another one of the same group.
-- Guarantee: only an admin accepts a new name. A community whose group has an unrelated name is hidden until then. A
-- changed link or name goes live without a review only under one rule: private.needs_no_review.

-- The reason that a community hidden because of its group's name shows its owner.
create function private.reason_of_rename() returns text
language sql immutable set search_path = '' as $$
  select 'The WhatsApp group now has a different name. The community is hidden until an admin has looked at it.'
$$;

-- Whether the name of its group hid a community and no admin has decided yet, as private.is_hidden_by_reports.
create function private.is_hidden_by_rename(community public.communities) returns boolean
language sql stable set search_path = '' as $$
  select community.hidden_at is not null and community.hidden_by is null
    and community.hidden_reason = private.reason_of_rename()
$$;

-- Whether the group has a name that has nothing to do with the approved one, and no admin has accepted it yet. So has a
-- renamed group without an approved name.
-- Security definer, because no API role reads the names.
create function private.has_unrelated_name(community_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.community_links as l
    where l.community_id = has_unrelated_name.community_id and l.renamed_at is not null
      and coalesce(private.is_unrelated_name(l.group_name, l.approved_name), true)
  )
$$;

-- Compares the name that a live check found with the approved one. If there is none, the name that a reviewer reads
-- becomes the approved one, unless it has changed since an earlier check: a change always waits for an admin.
-- Callers lock the community. Security definer, because no API role writes these columns.
create function private.compare_group_name(
  community public.communities, previous_name text, name text, is_review boolean
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.community_links;
  expected_name text;
begin
  select * into known from public.community_links where community_id = community.id for update;
  expected_name := coalesce(known.approved_name, previous_name);
  if coalesce(private.is_same_group_name(name, expected_name), true) then
    if known.approved_name is null then
      if is_review and known.renamed_at is null then
        update public.community_links set approved_name = private.remove_codes(name) where community_id = community.id;
      end if;
      return;
    end if;
    if known.renamed_at is not null then
      perform private.log_rename(community, previous_name, name);
      update public.community_links set renamed_at = null where community_id = community.id;
    end if;
    if private.is_hidden_by_rename(community) then
      if private.is_hidden_after_reports(community.id) then
        perform private.change_hidden_reason(community, private.reason_of_reports());
      else
        perform private.show(community);
      end if;
    end if;
    return;
  end if;
  if known.renamed_at is null or not private.is_same_group_name(name, coalesce(previous_name, '')) then
    perform private.log_rename(
      community, case when known.renamed_at is null then expected_name else previous_name end, name);
    if private.is_unrelated_name(name, expected_name) then
      perform private.hide(community.id, private.reason_of_rename());
    end if;
    update public.community_links set renamed_at = coalesce(renamed_at, now()) where community_id = community.id;
  end if;
end
$$;

create function private.log_rename(community public.communities, before text, after text) returns void
language sql volatile set search_path = '' as $$
  select private.log_action(
    'renamed on WhatsApp', 'community', community.id, community.owner_id,
    jsonb_build_object('group_name', coalesce(before, '')), jsonb_build_object('group_name', after), true)
$$;

-- Makes the new name of a renamed group the approved one. The log keeps what an undo restores.
create function private.accept_name(community public.communities) returns void
language plpgsql volatile set search_path = '' as $$
declare
  known public.community_links;
begin
  select * into known from public.community_links
  where community_id = community.id and renamed_at is not null for update;
  if found then
    perform private.log_action(
      'name accepted', 'community', community.id, community.owner_id,
      jsonb_build_object('group_name', known.approved_name, 'renamed_at', known.renamed_at),
      jsonb_build_object('group_name', coalesce(known.group_name, '')));
    update public.community_links set approved_name = coalesce(known.group_name, ''), renamed_at = null
    where community_id = community.id;
  end if;
end
$$;

-- Accepts the new name of a group, and shows the community if the name hid it. version is the updated_at that the admin
-- saw, group_name the name. Security definer, because no API role writes these columns.
create function private.accept_group_name(community_id uuid, version timestamptz, group_name text) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  community public.communities := private.lock_approved_community(community_id);
  known public.community_links;
begin
  select * into known from public.community_links as l where l.community_id = community_id;
  if known.renamed_at is null and not private.is_hidden_by_rename(community) then
    raise exception 'The group has its approved name.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  if coalesce(known.group_name, '') is distinct from group_name then
    raise exception 'The group was renamed again in the meantime. Reload the page to see its current name.'
      using errcode = 'PT412';
  end if;
  if private.is_hidden_by_rename(community) then
    perform private.show(community);
  else
    perform private.accept_name(community);
    -- The version that an undo checks.
    community.updated_at := now();
    perform private.save_decision('name accepted', community, array['updated_at']);
  end if;
end
$$;

-- An admin who shows a community accepts the name of its group, unless the reports hid it and the name did not.
-- Security definer, because no API role writes the names.
create function private.accept_shown_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and private.decision() in ('shown', 'appeal accepted')
    and (private.has_unrelated_name(new.id) or not private.is_hidden_by_reports(old)) then
    perform private.accept_name(new);
  end if;
  return null;
end
$$;

-- Fires before log_community, so that the decision is the last entry of the log, which can be undone.
create trigger accept_shown_name
after update on public.communities
for each row when (old.hidden_at is not null and new.hidden_at is null and new.status = 'approved')
execute function private.accept_shown_name();

-- Restores the approved name that an undone decision replaced: at the same time, in its transaction.
-- Security definer, because users cannot write the names.
create function private.restore_name_after_undo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  accepted public.audit_log;
begin
  select e.* into accepted from public.audit_log as e
  where e.subject_id = new.subject_id and e.action = 'name accepted'
    and e.at = (private.last_decision(new.subject_id, new.id)).at;
  if found then
    update public.community_links as l set
      approved_name = accepted.before ->> 'group_name',
      renamed_at = case when private.is_same_group_name(coalesce(l.group_name, ''), accepted.before ->> 'group_name')
        then null else (accepted.before ->> 'renamed_at')::timestamptz end
    where l.community_id = new.subject_id and l.approved_name = accepted.after ->> 'group_name';
  end if;
  return null;
end
$$;

create trigger restore_name_after_undo
after insert on public.audit_log
for each row when (new.action = 'decision undone')
execute function private.restore_name_after_undo();

-- The two names of a group, for admins; the first is null if no reviewer has read one. Security definer, because no API
-- role reads them.
create function private.get_group_names(community_id uuid)
returns table (approved_name text, group_name text, renamed_at timestamptz)
language plpgsql stable security definer set search_path = '' rows 1 as $$
begin
  perform private.require_admin();
  return query
    select l.approved_name, coalesce(l.group_name, ''), l.renamed_at
    from public.community_links as l where l.community_id = get_group_names.community_id;
end
$$;

-- Whether a change of a community whose group has this name may go live without a review: the name is the approved one,
-- which tells it from other groups, and no block, rename, claim, report or earlier name waits for an admin. Once a day:
-- an attacker could otherwise change the link and rename the group again and again.
create function private.needs_no_review(community public.communities, group_name text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  known public.community_links;
begin
  select * into known from public.community_links where community_id = community.id;
  return community.status = 'approved' and community.hidden_at is null and community.name_changed_at is null
    and known.renamed_at is null
    and coalesce(private.is_same_group_name(known.approved_name, group_name), false)
    and private.telling_words(group_name) <> '{}'
    and not private.is_user_suspended(community.owner_id)
    and not exists (select from public.claims as k where k.community_id = community.id and k.outcome is null)
    and not exists (
      select from public.community_reports as r where r.community_id = community.id and r.resolved_at is null
    )
    and not exists (
      select from public.audit_log as e
      where e.subject_id = community.id and e.action in ('link swapped', 'changes proved')
        and e.at > now() - interval '1 day'
    );
end
$$;

-- Whether the held link of a community goes live without a review. Waits for saves of the same link.
create function private.may_swap_link(community public.communities, name text) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  if community.held_changes ->> 'whatsapp_link' is null or not private.needs_no_review(community, name) then
    return false;
  end if;
  perform private.lock_until_commit('WhatsApp link ' || (community.held_changes ->> 'whatsapp_link'));
  return not private.is_whatsapp_link_listed(community.held_changes ->> 'whatsapp_link', community.id);
end
$$;

-- Makes a held link live that a check has just found. The other held changes stay held.
create function private.swap_link(community public.communities, name text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  community.whatsapp_link := community.held_changes ->> 'whatsapp_link';
  community.held_changes := nullif(community.held_changes - 'whatsapp_link', '{}');
  community.held_at := case when community.held_changes is not null then community.held_at end;
  community.updated_at := now();
  perform private.save_decision(
    'link swapped', community, array['whatsapp_link', 'held_changes', 'held_at', 'updated_at']);
  update public.community_links set
    state = 'live', checked_at = now(), live_at = now(), group_name = name, due_at = now() + interval '10 minutes'
  where community_id = community.id;
end
$$;
