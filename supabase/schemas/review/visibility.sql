-- Keeping an approved community out of the directory without deleting it: hidden by admins or reports, paused by its
-- owner, or returned to pending.
-- Guarantee: only an admin shows a hidden community again, and only the owner and co-owners pause and resume. The
-- columns have no grant for updates: users change them only with these functions.

-- Locks an approved community for a decision of an admin. Returns it.
create function private.lock_approved_community(community_id uuid) returns public.communities
language plpgsql volatile set search_path = '' as $$
declare
  community public.communities;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for no key update;
  if community.id is null then
    raise exception 'This community no longer exists.' using errcode = 'PT410';
  end if;
  if community.status <> 'approved' then
    raise exception 'This community is not approved.' using errcode = 'PT409';
  end if;
  return community;
end
$$;

-- version is the updated_at that the admin saw.
create function private.require_seen_version(community public.communities, version timestamptz) returns void
language plpgsql stable set search_path = '' as $$
begin
  if community.updated_at is distinct from version then
    raise exception 'This community was changed by someone else in the meantime. Reload it to see the current version.'
      using errcode = 'PT412';
  end if;
end
$$;

-- Hides an approved community; nothing if it is already hidden. Without an admin, the action is logged as automatic. An
-- admin may hide one that reports have hidden: it stays hidden, for the admin's reason.
-- Security definer, because no API role writes these columns.
create function private.hide(community_id uuid, reason text, hidden_by uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  community public.communities;
begin
  select * into community from public.communities
  where id = community_id and status = 'approved' for no key update;
  if found and (community.hidden_at is null or hide.hidden_by is not null and community.hidden_by is null) then
    community.hidden_at := now();
    community.hidden_reason := reason;
    community.hidden_by := hidden_by;
    community.updated_at := now();
    perform private.save_decision(
      'hidden', community, array['hidden_at', 'hidden_reason', 'hidden_by', 'updated_at']);
  end if;
end
$$;

-- Security definer, because no API role writes these columns.
create function private.hide_community(community_id uuid, version timestamptz, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  community constant public.communities := private.lock_approved_community(community_id);
begin
  -- Checked before the version, because the message is more specific.
  if community.hidden_at is not null and community.hidden_by is not null then
    raise exception 'This community is already hidden.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  if not coalesce(private.is_visible(private.clean_text(reason)), false) then
    raise exception 'Please give a reason.' using errcode = 'PT400', detail = 'reason';
  end if;
  perform private.hide(community_id, reason, auth.uid());
end
$$;

-- Shows a hidden community again, as the result of a decision. Callers lock it.
create function private.show(community public.communities, decision text default 'shown') returns void
language plpgsql volatile set search_path = '' as $$
begin
  community.hidden_at := null;
  community.hidden_reason := null;
  community.hidden_by := null;
  community.updated_at := now();
  perform private.save_decision(
    decision, community, array['hidden_at', 'hidden_reason', 'hidden_by', 'updated_at']);
end
$$;

-- Keeps a community that was hidden without an admin hidden for another reason of this kind.
create function private.change_hidden_reason(community public.communities, reason text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  community.hidden_reason := reason;
  community.updated_at := now();
  perform private.save_decision('hidden', community, array['hidden_reason', 'updated_at']);
end
$$;

-- Security definer, because no API role writes these columns.
create function private.show_community(community_id uuid, version timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  community constant public.communities := private.lock_approved_community(community_id);
begin
  if community.hidden_at is null then
    raise exception 'This community is not hidden.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  perform private.show(community);
end
$$;

-- Returns an approved community to the review queue, as the version that its owner last saved: held changes become part
-- of it. Security definer, because no API role writes these columns.
create function private.return_to_pending(community_id uuid, version timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  community public.communities := private.lock_approved_community(community_id);
begin
  perform private.require_seen_version(community, version);
  community := jsonb_populate_record(community, coalesce(community.held_changes, '{}') || jsonb_build_object(
    'status', 'pending', 'approval_date', null, 'approved_by', null, 'rejected_version', null,
    'held_changes', null, 'held_at', null, 'hidden_at', null, 'hidden_reason', null, 'hidden_by', null,
    'updated_at', now()
  ));
  perform private.save_decision('returned to pending', community, private.reviewed_fields() || array[
    'status', 'approval_date', 'approved_by', 'rejected_version', 'held_changes', 'held_at', 'hidden_at',
    'hidden_reason', 'hidden_by', 'updated_at'
  ]);
end
$$;

-- Pauses or resumes a community of the caller. Neither is a decision: it needs no review, changes no version, and keeps
-- held changes. Repeating it changes nothing. Security definer, because no API role writes this column.
create function private.set_community_paused(community_id uuid, is_paused boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  community public.communities;
begin
  perform private.require_writer();
  select * into community from public.communities
  where id = community_id and private.may_manage(id) for no key update;
  if community.id is null then
    raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
  end if;
  if is_paused and community.status <> 'approved' then
    raise exception 'Only an approved community can be paused.' using errcode = 'PT409';
  end if;
  update public.communities set paused_at = case when is_paused then coalesce(paused_at, now()) end
  where id = community_id;
end
$$;
