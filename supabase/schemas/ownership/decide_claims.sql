-- Guarantee: only the owner gives the community to the claimant, or an admin once the owner has had time to answer.

-- Gives the community to the claimant, without the co-owners, the held changes and the rejected version of the former
-- owner, and closes the other claims. The claimant's proof verifies the community: its link is the one that they
-- proved. Callers lock the claim for a transfer.
create function private.accept_claim(claim public.claims) returns void
language plpgsql set search_path = '' as $$
declare
  before jsonb := private.community_state(claim.community_id);
begin
  if private.is_user_suspended(claim.claimant_id) then
    raise exception 'This community cannot be handed over at the moment.' using errcode = 'PT409';
  end if;
  update public.claims set outcome = 'accepted', decided_at = now(), decided_by = auth.uid() where id = claim.id;
  perform private.queue_claim_email(claim, 'claim_accepted', array[claim.claimant_id], '{"is_claimant": true}');
  perform private.queue_claim_email(
    claim, 'claim_accepted', array_remove(private.managers_of(claim.community_id), auth.uid()), '{}');
  perform private.close_claims_of(c) from public.communities as c where c.id = claim.community_id;
  update public.communities set held_changes = null, held_at = null, rejected_version = null, updated_at = now()
  where id = claim.community_id;
  perform private.record_decision('claim accepted', claim.community_id, before);
  delete from public.co_owners where community_id = claim.community_id;
  perform private.transfer_community(claim.community_id, claim.claimant_id);
  before := private.community_state(claim.community_id);
  update public.communities set verified_at = claim.proved_at where id = claim.community_id;
  perform private.record_decision('verified', claim.community_id, before);
end
$$;

-- Says why the community belongs to its owner, once. Possible until an admin decides, also after the seven days.
create function private.answer_claim(claim_id uuid, answer text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  claim constant public.claims := private.lock_claim(claim_id);
begin
  perform private.require_open_claim(claim, private.may_manage(claim.community_id));
  if claim.owner_id is distinct from auth.uid() then
    raise exception 'Only the owner can answer a claim.' using errcode = 'PT403';
  end if;
  if claim.answered_at is not null then
    raise exception 'This claim is already answered.' using errcode = 'PT409';
  end if;
  answer := private.require_text(answer, 'Please say why this is your community.', 'answer');
  update public.claims as k set answer = answer, answered_at = now(), answered_by = auth.uid() where k.id = claim_id;
  perform private.log_action('claim answered', 'community', claim.community_id, claim.owner_id);
end
$$;

create function private.hand_over_to_claimant(claim_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claim constant public.claims := private.lock_claim(claim_id, is_transfer => true);
begin
  perform private.require_open_claim(claim, private.may_manage(claim.community_id));
  if claim.owner_id is distinct from auth.uid() then
    raise exception 'Only the owner can hand over a community.' using errcode = 'PT403';
  end if;
  -- Checked again: an admin may have suspended the caller while this request waited.
  perform private.require_writer();
  perform private.accept_claim(claim);
end
$$;

create function private.withdraw_claim(claim_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claim constant public.claims := private.lock_claim(claim_id);
begin
  perform private.require_open_claim(claim, claim.claimant_id = auth.uid());
  update public.claims set outcome = 'withdrawn', decided_at = now() where id = claim_id;
end
$$;

-- Accepts or declines a claim. seen_answer_at is the answered_at that the admin saw.
create function private.decide_claim(
  claim_id uuid, is_accepted boolean, seen_answer_at timestamptz default null, reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  claim public.claims;
begin
  perform private.require_admin();
  claim := private.lock_claim(claim_id, is_accepted);
  -- Checked again: another admin may have suspended the caller while this request waited.
  perform private.require_admin();
  perform private.require_open_claim(claim, true);
  if claim.review_from > now() then
    raise exception 'The owner still has time to answer this claim.' using errcode = 'PT409';
  end if;
  if claim.answered_at is distinct from seen_answer_at then
    raise exception 'The owner or their answer has changed in the meantime. Reload the page to read it.'
      using errcode = 'PT412';
  end if;
  if is_accepted then
    perform private.accept_claim(claim);
    return;
  end if;
  reason := private.require_text(reason);
  update public.claims as k set outcome = 'declined', decided_at = now(), decided_by = auth.uid(), reason = reason
  where k.id = claim_id;
  -- The entry is about the claimant, for whom the reason is.
  perform private.log_action(
    'claim declined', 'community', claim.community_id, claim.claimant_id, '{}', jsonb_build_object('reason', reason));
  perform private.queue_claim_email(
    claim, 'claim_declined', array[claim.claimant_id], jsonb_build_object('is_claimant', true, 'reason', reason));
  perform private.queue_claim_email(claim, 'claim_declined', private.managers_of(claim.community_id), '{}');
end
$$;
