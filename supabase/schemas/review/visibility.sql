-- Keeping an approved community out of the directory: hidden by admins, paused by its owner, or returned to pending.
-- Guarantee: only an admin shows one that an admin or reports have hidden, and only its managers pause and resume.

-- Hides an approved community for an admin's reason, which also decides about its reports and appeals, and about a name
-- that is live without a review.
create function private.hide_community(community_id uuid, version timestamptz, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community constant public.communities := private.lock_community(community_id, is_approved => true);
  before constant jsonb := private.community_state(community_id);
begin
  -- Checked first: its message is more specific.
  if private.is_blocked(community_id, '{admin}') then
    raise exception 'This community is already hidden.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  reason := private.require_text(reason);
  perform private.block(community_id, 'admin', reason, auth.uid());
  perform private.lift_blocks(community_id, 'reports');
  update public.communities set name_changed_at = null, updated_at = now() where id = community_id;
  perform private.close_reports(community_id, is_upheld => true);
  perform private.close_appeals(community_id, 'declined', reason);
  perform private.record_decision('hidden', community_id, before, jsonb_build_object('reason', reason));
end
$$;

-- Shows a locked community again, whatever hid it: its reports were unfounded, and its group's name is accepted.
create function private.show(community_id uuid, decision public.audit_action default 'shown') returns void
language plpgsql set search_path = '' as $$
declare
  before constant jsonb := private.community_state(community_id);
begin
  -- Reports say nothing about the name.
  if private.is_blocked(community_id, '{admin, renamed}') then perform private.accept_name(community_id); end if;
  perform private.lift_blocks(community_id, variadic private.hiding_kinds());
  perform private.touch_community(community_id);
  perform private.close_reports(community_id, is_upheld => false);
  perform private.close_appeals(community_id, 'accepted');
  perform private.record_decision(decision, community_id, before, jsonb_build_object('status', 'approved'));
end
$$;

-- Records that a block is lifted: the community is shown, unless another one hides it.
create function private.record_lifted_block(community_id uuid, before jsonb, actor_id uuid default auth.uid())
returns void language plpgsql set search_path = '' as $$
begin
  perform private.touch_community(community_id);
  if private.is_hidden(community_id) then
    perform private.close_appeals(community_id, 'closed');
  else
    perform private.close_appeals(community_id, 'accepted');
    perform private.record_decision('shown', community_id, before, '{}', actor_id);
  end if;
end
$$;

create function private.show_community(community_id uuid, version timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community constant public.communities := private.lock_community(community_id, is_approved => true);
begin
  if not private.is_hidden(community_id) then
    raise exception 'This community is not hidden.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  perform private.show(community_id);
end
$$;

-- Lifts what the next approval decides, and resolves the reports.
create function private.end_approval(community_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lift_blocks(community_id, variadic private.hiding_kinds() || 'asleep'::public.block_kind);
  perform private.close_reports(community_id, is_upheld => true);
end
$$;

-- Returns an approved community to the review queue, as the version that its owner last saved: held changes become part
-- of it. The next approval decides about what hid it, and a sleeping one is awake then. A pause and a dead link stay.
create function private.return_to_pending(community_id uuid, version timestamptz, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities := private.lock_community(community_id, is_approved => true);
  before jsonb := private.community_state(community_id);
begin
  perform private.require_seen_version(community, version);
  community := private.resubmitted(private.with_live_changes(community, private.reviewed_fields()));
  community.rejected_version := null;
  community.rejection_reason := nullif(private.clean_text(reason), '');
  perform private.write_community(community);
  perform private.end_approval(community_id);
  perform private.close_appeals(community_id, 'closed');
  -- For an undo: the log leaves out the approved groups, as a derived column.
  before := before || jsonb_build_object('groups_before', before -> 'approved_groups');
  perform private.record_decision(
    'returned to pending', community_id, before, jsonb_build_object('reason', community.rejection_reason));
end
$$;

-- Asks the owner a question, which they read as the reason of a return to pending. The community waits for review until
-- an admin decides: an approved one returns to pending.
create function private.ask_owner(community_id uuid, version timestamptz, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities := private.lock_community(community_id);
  before constant jsonb := private.community_state(community_id);
begin
  reason := private.require_text(reason, 'Please enter a question.');
  if community.status = 'approved' then
    perform private.return_to_pending(community_id, version, reason);
    return;
  end if;
  if community.status = 'rejected' then
    raise exception 'This community is rejected. Its owner reads the reason.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  community.rejection_reason := reason;
  perform private.write_community(community);
  perform private.record_decision(
    'returned to pending', community_id, before, jsonb_build_object('reason', reason, 'is_question', true));
end
$$;

-- Pauses or resumes a community of the caller. Neither is a decision: it changes no version, and keeps held changes.
create function private.set_community_paused(community_id uuid, is_paused boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities;
begin
  perform private.require_writer();
  select * into community from public.communities
  where id = community_id and private.may_manage(id) for no key update;
  if community.id is null then
    raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
  end if;
  if not is_paused then
    perform private.lift_blocks(community_id, 'paused');
  elsif community.status = 'approved' then
    perform private.block(community_id, 'paused', created_by => auth.uid());
  else
    raise exception 'Only an approved community can be paused.' using errcode = 'PT409';
  end if;
  perform private.note_sign_of_life(community_id);
end
$$;
