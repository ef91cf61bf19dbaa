-- What happens when a request inserts, updates or deletes a community, in this order. The rules are functions in
-- communities/save_rules.sql and review/decisions.sql. Functions that decide, such as private.hide_community, check and
-- log for themselves: only private.keep_approval runs for them, too. docs/triggers.md has what follows after the row.

-- Checks and completes a new community of a user.
create function private.check_new_community() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.require_profile();
  if new.owner_id is distinct from (select auth.uid()) then
    raise exception 'You can only list your own communities.' using errcode = 'PT403';
  end if;
  perform private.require_open_category(new.category);
  -- Concurrent inserts of an owner wait for each other.
  perform private.lock_until_commit('communities of ' || new.owner_id);
  -- An upsert, too, must not change the stored community, which may be approved. The app compares the two, because its
  -- first attempt may have been stored although the response was lost.
  if exists (select from public.communities as c where c.id = new.id) then
    raise exception 'You have already submitted this community.' using errcode = 'PT409';
  end if;
  perform private.require_quota(count(*), 100, 'You can list at most 100 communities.', 'PT400')
  from public.communities as c where c.owner_id = new.owner_id and not (select private.is_admin());
  new.location := private.chosen_place(new);
  if new.languages = '{}' and private.is_directory_live() then
    raise exception 'Please choose at least one language' using errcode = 'PT400', detail = 'languages';
  end if;
  new.created_at := now();
  new.updated_at := now();
  perform private.require_unlisted_link(new.whatsapp_link, new.id);
  perform private.require_image(new.image_url, new);
  return new;
end
$$;

create trigger before_2_check_new before insert on public.communities
for each row when (private.is_user_request()) execute function private.check_new_community();

-- Checks a change by a manager or an admin, who may also approve or reject, and holds what needs a review.
create function private.check_save() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_decision constant boolean := (old.status, old.approval_date, old.approved_by, old.rejection_reason)
    is distinct from (new.status, new.approval_date, new.approved_by, new.rejection_reason);
  link text;
  image text;
begin
  -- Before the version, because the message is more specific.
  if is_decision and (old.status <> 'pending' or new.status = 'pending') and private.is_admin() then
    raise exception 'This community is already %.', old.status using errcode = 'PT409';
  end if;
  -- The versions that the editor loaded. An edit sends only updated_at, an approval, which includes groups, both.
  if (new.updated_at, new.groups_updated_at) is distinct from (old.updated_at, old.groups_updated_at) then
    raise exception 'This community was changed by someone else in the meantime. Reload it to see the current version.'
      using errcode = 'PT412';
  end if;
  new.updated_at := now();
  -- Row-level security and the foreign key also check a new owner, but after the triggers: the errors of later checks
  -- would reveal data of other owners, and reveal listed links to deleted accounts.
  if (new.id, new.owner_id, new.created_at) is distinct from (old.id, old.owner_id, old.created_at) then
    raise exception 'The owner and the creation date of a community cannot be changed.' using errcode = 'PT403';
  end if;
  if new.category <> old.category then perform private.require_open_category(new.category); end if;
  if new.location is null or new.location is distinct from old.location then
    new.location := private.chosen_place(new, old);
  end if;
  if is_decision then
    new := private.decided(new);
  elsif private.may_manage(new.id) then
    new.rejection_reason := null;
    if old.status = 'rejected' then new := private.resubmitted(new); end if;
  end if;
  new := private.with_held_changes(old, new);
  link := coalesce(new.held_changes ->> 'whatsapp_link', new.whatsapp_link);
  if new.status <> 'rejected'
    and (new.status, link) <> (old.status, coalesce(old.held_changes ->> 'whatsapp_link', old.whatsapp_link)) then
    perform private.require_unlisted_link(link, new.id);
  end if;
  image := coalesce(new.held_changes ->> 'image_url', new.image_url);
  -- The live image stays valid when its uploader leaves the community: withdrawing another one must work.
  if image not in (old.image_url, coalesce(old.held_changes ->> 'image_url', old.image_url)) then
    perform private.require_image(image, new);
  end if;
  return new;
end
$$;

create trigger before_2_check_save before update on public.communities
for each row when (private.is_user_request()) execute function private.check_save();

-- Keeps, in every write, what an approval leaves: the approved groups and the reviewed member count, empty in every
-- other status. A member count that an admin, a decision or SQL writes is a reviewed one, and so is a name. A changed
-- link or a new owner ends the verification. A statement that writes one of these columns itself, such as an undo,
-- keeps its value.
create function private.keep_approval() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status <> 'approved' then
    new.approved_groups := null;
    new.groups_changed_at := null;
    new.reviewed_count := null;
    new.verified_at := null;
    new.name_changed_at := null;
    return new;
  end if;
  new.approved_groups := coalesce(new.approved_groups, private.group_list(new.id));
  new.reviewed_count := coalesce(new.reviewed_count, new.member_count);
  if tg_op = 'UPDATE' then
    if new.member_count <> old.member_count and new.reviewed_count = old.reviewed_count
      and (private.is_admin() or not private.is_user_request()) then
      new.reviewed_count := new.member_count;
    end if;
    if (new.whatsapp_link, new.owner_id) <> (old.whatsapp_link, old.owner_id)
      and new.verified_at is not distinct from old.verified_at then
      new.verified_at := null;
    end if;
    if new.name <> old.name and new.name_changed_at is not distinct from old.name_changed_at then
      new.name_changed_at := null;
    end if;
  end if;
  return new;
end
$$;

create trigger before_3_keep_approval before insert or update on public.communities
for each row execute function private.keep_approval();

-- Reserves the id of a deleted community for its owner, for links to its page and for the log. After the insert, which
-- waits for a concurrent deletion.
create function private.check_community_id() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.audit_log as e
    where e.subject_id = new.id and e.action = 'deleted' and e.owner_id is distinct from new.owner_id
  ) then
    raise exception 'This community was deleted.' using errcode = 'PT410';
  end if;
  return null;
end
$$;

create trigger after_1_check_id after insert on public.communities
for each row when (private.is_user_request()) execute function private.check_community_id();

-- Logs a request's approval, rejection, resubmission or edit, queues the email, and notes a sign of life of the owner.
create function private.record_save() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant jsonb := to_jsonb(old) || private.block_values(new.id);
begin
  if new.status <> old.status then
    -- Only the secret key ends an approval here. An admin returns the community to pending.
    if old.status = 'approved' then perform private.end_approval(new.id); end if;
    perform private.close_appeals(new.id, 'closed');
  end if;
  if new.status = 'approved' and old.status <> 'approved' then
    perform private.note_sign_of_life(new.id);
    perform private.record_decision('approved', new.id, before, '{}');
  elsif new.status = 'rejected' and old.status <> 'rejected' then
    perform private.record_decision('rejected', new.id, before, jsonb_build_object('reason', new.rejection_reason));
  elsif new.status <> old.status then
    perform private.record_decision('resubmitted', new.id, before);
  elsif private.is_admin() and private.changed_values(to_jsonb(new), to_jsonb(old)) <> '{}' then
    perform private.record_decision('edited', new.id, before);
  end if;
  if private.may_manage(new.id) then perform private.note_sign_of_life(new.id); end if;
  return null;
end
$$;

create trigger after_5_record_save after update on public.communities
for each row when (private.is_api_request()) execute function private.record_save();

-- Ends what belongs to a deleted community. Before the deletion, because the foreign keys then remove its id.
create function private.end_community() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_deletion(old);
  update public.community_reports set
    resolved_at = now(), is_upheld = case when private.is_admin() and auth.uid() <> old.owner_id then true end
  where community_id = old.id and resolved_at is null;
  perform private.close_claims_of(old);
  perform private.close_invitations(old.id);
  return old;
end
$$;

create trigger before_1_end_community before delete on public.communities
for each row execute function private.end_community();
