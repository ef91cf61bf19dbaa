-- What closes claims, reopens them and passes them on to a new owner, without a decision about them.
-- Guarantee: a claim is closed when there is nothing left to decide. A new owner does not get rid of it.

-- Reopens the claims that an undone decision declined or closed.
create function private.reopen_claims(community_id uuid, decided_at timestamptz) returns void
language sql set search_path = '' as $$
  with reopened as (
    update public.claims as k set outcome = null, decided_at = null, decided_by = null, reason = null
    where k.community_id = reopen_claims.community_id and k.outcome in ('declined', 'closed')
      and k.decided_at = reopen_claims.decided_at
    returning k.id
  )
  delete from private.email_outbox as e using reopened
  where e.kind in ('claim_declined', 'claim_closed') and e.event = reopened.id::text and e.sent_at is null
$$;

-- Closes the open claims of a community. The claimants get an email, without the reason, which could say something
-- about the owner.
create function private.close_claims_of(community public.communities) returns void
language plpgsql set search_path = '' as $$
declare
  claim public.claims;
begin
  for claim in
    update public.claims as k set outcome = 'closed', decided_at = now()
    where k.community_id = community.id and k.outcome is null
    returning k.*
  loop
    perform private.queue_claim_email(
      claim, 'claim_closed', array[claim.claimant_id], jsonb_build_object('name', community.name),
      now() + private.undo_window() + interval '30 seconds');
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

create trigger after_3_close_claims
after update on public.communities
for each row when (
  old.status = 'approved' and (old.status, old.whatsapp_link) is distinct from (new.status, new.whatsapp_link)
)
execute function private.close_claims();

-- Passes the open claims on to a new owner: otherwise an owner could get rid of them with a second account. The time to
-- answer stays, and the new owner answers for themselves. A claim of the new owner is closed.
create function private.pass_claims_on(community_id uuid, new_owner_id uuid) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  claim public.claims;
begin
  update public.claims as k set outcome = 'closed', decided_at = now()
  where k.community_id = community_id and k.outcome is null and k.claimant_id = new_owner_id;
  insert into public.earlier_answers (claim_id, author_id, role, answer, answered_at)
  select k.id, k.answered_by, 'owner', k.answer, k.answered_at from public.claims as k
  where k.community_id = community_id and k.outcome is null and num_nulls(k.answered_by, k.answer) = 0;
  for claim in
    update public.claims as k set owner_id = new_owner_id, answer = null, answered_at = null, answered_by = null
    where k.community_id = community_id and k.outcome is null
    returning k.*
  loop
    -- As a co-owner, they were told that only the owner can answer.
    delete from private.email_outbox as e
    where e.recipient_id = new_owner_id and e.kind = 'claimed' and e.event = claim.id::text
      and e.data ? 'is_co_owner';
    perform private.queue_claim_email(
      claim, 'claimed', array[new_owner_id], jsonb_build_object('until', claim.answer_due_at));
  end loop;
end
$$;

-- Closes the open claims of a user who is suspended. Before the insert, so that it waits for a decision before
-- private.apply_suspension removes the user's communities from the directory.
create function private.close_claims_of_suspended() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.claims as k set outcome = 'closed', decided_at = now()
  where k.claimant_id = new.user_id and k.outcome is null;
  return new;
end
$$;

create trigger close_claims
before insert on public.suspensions
for each row execute function private.close_claims_of_suspended();

-- Deletes the answers of a deleted account. Its own claims are deleted with it. Also clears its ids:
-- private.close_claims may update the same row once the profile is gone, and PostgreSQL then checks every foreign key
-- of the row again.
-- Security definer, because the auth service has no rights on claims.
create function private.forget_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.claims set
    answer = null, answered_by = null,
    owner_id = nullif(owner_id, old.id), decided_by = nullif(decided_by, old.id)
  where answered_by = old.id;
  return old;
end
$$;

create trigger forget_answers
before delete on public.profiles
for each row execute function private.forget_answers();
