-- What closes claims, or passes them on to a new owner, without a decision about them.

-- Closes the open claims of a community. The claimants get no reason, which could say something about the owner.
create function private.close_claims_of(community public.communities) returns void
language plpgsql set search_path = '' as $$
declare
  claim public.claims;
begin
  for claim in
    update public.claims set outcome = 'closed', decided_at = now()
    where community_id = community.id and outcome is null returning *
  loop
    perform private.queue_claim_email(
      claim, 'claim_closed', array[claim.claimant_id], jsonb_build_object('name', community.name));
  end loop;
end
$$;

-- Closes the open claims of a community that is no longer approved, or has another link: the claimants have proved the
-- earlier one. They read the name that they knew, not one that the owner has just written.
create function private.close_claims() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.close_claims_of(old);
  return null;
end
$$;

create trigger after_3_close_claims after update on public.communities for each row
when (old.status = 'approved' and (old.status, old.whatsapp_link) is distinct from (new.status, new.whatsapp_link))
execute function private.close_claims();

-- Deletes the appeals that a new owner must not read, and passes the open claims on to them: an owner could otherwise
-- get rid of claims with a second account. The time to answer stays, and the new owner answers for themselves.
create function private.follow_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  claim public.claims;
begin
  delete from public.appeals where community_id = new.id;
  update public.claims set outcome = 'closed', decided_at = now()
  where community_id = new.id and outcome is null and claimant_id = new.owner_id;
  insert into public.earlier_answers (claim_id, author_id, role, answer, answered_at)
  select id, answered_by, 'owner', answer, answered_at from public.claims
  where community_id = new.id and outcome is null and num_nulls(answered_by, answer) = 0;
  for claim in
    update public.claims set owner_id = new.owner_id, answer = null, answered_at = null, answered_by = null
    where community_id = new.id and outcome is null returning *
  loop
    -- As a co-owner, they were told that only the owner can answer.
    delete from private.email_outbox
    where recipient_id = new.owner_id and kind = 'claimed' and event = claim.id::text and data ? 'is_co_owner';
    perform private.queue_claim_email(
      claim, 'claimed', array[new.owner_id], jsonb_build_object('until', claim.answer_due_at));
  end loop;
  perform private.note_sign_of_life(new.id);
  return null;
end
$$;

create trigger after_3_follow_owner after update of owner_id on public.communities
for each row when (old.owner_id <> new.owner_id) execute function private.follow_owner();

-- Closes the open claims of a suspended user. Before the insert, so that it waits for a decision before
-- private.apply_suspension removes the user's communities from the directory.
create function private.close_claims_of_suspended() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.claims set outcome = 'closed', decided_at = now() where claimant_id = new.user_id and outcome is null;
  return new;
end
$$;

create trigger close_claims
before insert on public.suspensions for each row execute function private.close_claims_of_suspended();

-- Deletes the answers of a deleted account. Also clears its ids: private.close_claims may update the same row once the
-- profile is gone, and PostgreSQL then checks every foreign key of the row again.
create function private.forget_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.claims set
    answer = null, answered_by = null, owner_id = nullif(owner_id, old.id), decided_by = nullif(decided_by, old.id)
  where answered_by = old.id;
  return old;
end
$$;

create trigger forget_answers before delete on public.profiles for each row execute function private.forget_answers();
