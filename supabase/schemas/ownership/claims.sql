-- Claims: a user who has proved that they manage the WhatsApp group of a listed community asks to become its owner.
-- Guarantee: a claim needs a proof. Only the owner, within the app, or an admin gives the community to the claimant.
-- The claimant reads nothing about the owner, the owner nothing about the claimant, and neither reads the table: each
-- has a function with the columns of their side. A claim is closed when there is nothing left to decide.

create type public.claim_outcome as enum ('accepted', 'declined', 'withdrawn', 'closed');

create table public.claims (
  id uuid primary key default gen_random_uuid(),
  -- Null once the community is deleted.
  community_id uuid references public.communities (id) on delete set null,
  claimant_id uuid not null references public.profiles (id) on delete cascade,
  -- The present owner.
  owner_id uuid references public.profiles (id) on delete set null,
  -- When the claimant proved the link, which is still the community's: a changed link closes the claim.
  proved_at timestamptz not null default now(),
  answer_due_at timestamptz not null default now() + interval '7 days',
  -- The answer of the present owner, for the admins.
  answer text check (private.is_visible(answer) and private.is_text(answer, 1000)),
  answered_at timestamptz,
  answered_by uuid references public.profiles (id) on delete set null,
  -- From when on an admin decides.
  review_from timestamptz not null generated always as (least(answered_at, answer_due_at)) stored,
  decided_at timestamptz,
  decided_by uuid references public.profiles (id) on delete set null,
  outcome public.claim_outcome,
  -- Why it was declined, for the claimant.
  reason text check (private.is_text(reason, 500)),
  constraint claims_outcome_check check ((decided_at is null) = (outcome is null)),
  constraint claims_answered_check check (answer is null or answered_at is not null),
  constraint claims_declined_check check (outcome <> 'declined' or coalesce(private.is_visible(reason), false))
);

create unique index claims_open_key on public.claims (community_id, claimant_id) where outcome is null;
create index claims_community_id_idx on public.claims (community_id);
create index claims_claimant_id_idx on public.claims (claimant_id, proved_at);
create index claims_owner_id_idx on public.claims (owner_id);
create index claims_answered_by_idx on public.claims (answered_by);
create index claims_decided_by_idx on public.claims (decided_by);

alter table public.claims enable row level security;

create policy "Nothing before the sign-in is complete"
on public.claims as restrictive for all to authenticated using ((select private.is_sign_in_complete()));

create policy "Admins read every claim"
on public.claims for select to authenticated
using ((select private.is_admin()));

grant select on public.claims to authenticated;
grant all on public.claims to service_role;

-- Answers that no longer end the seven days: of a former owner, and of co-owners, who could answer earlier.
create table public.earlier_answers (
  claim_id uuid not null references public.claims (id) on delete cascade,
  author_id uuid not null references public.profiles (id) on delete cascade,
  -- What the author was then.
  role text not null check (role in ('owner', 'co-owner')),
  answer text not null check (private.is_visible(answer) and private.is_text(answer, 1000)),
  answered_at timestamptz not null,
  primary key (claim_id, answered_at)
);

create index earlier_answers_author_id_idx on public.earlier_answers (author_id);

alter table public.earlier_answers enable row level security;

create policy "Nothing before the sign-in is complete"
on public.earlier_answers as restrictive for all to authenticated using ((select private.is_sign_in_complete()));

create policy "Admins read every earlier answer"
on public.earlier_answers for select to authenticated
using ((select private.is_admin()));

grant select on public.earlier_answers to authenticated;
grant all on public.earlier_answers to service_role;

create trigger clean
before insert or update of answer, reason on public.claims
for each row execute function private.clean_columns('answer:text', 'reason:text');

-- Queues an email about a claim, with nothing about the other side. Without the community's id, because an email about
-- an outcome outlives it, except for 'claimed': a user gets at most one of these a day about a community. The next one
-- waits, and is not sent if its claim is closed or answered by then.
create function private.queue_claim_email(
  claim public.claims, kind text, recipients uuid[], data jsonb, due_at timestamptz default now()
) returns void
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
declare
  name constant text := (select c.name from public.communities as c where c.id = claim.community_id);
begin
  perform private.queue_email(
    kind::public.email_kind, recipient, claim.id::text, jsonb_build_object('name', name) || data,
    case when kind = 'claimed' then claim.community_id end,
    case when kind = 'claimed' then greatest(due_at, (
      select max(coalesce(e.sent_at, e.due_at)) + interval '1 day' from private.email_outbox as e
      where e.recipient_id = recipient and e.kind = 'claimed' and e.community_id = claim.community_id
        and (e.sent_at is not null or private.email_data(e) is not null)
    )) else due_at end)
  from unnest(recipients) as recipient;
end
$$;

-- The owner and the co-owners of a community.
create function private.managers_of(community_id uuid) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select c.owner_id from public.communities as c where c.id = community_id
    union select o.user_id from public.co_owners as o where o.community_id = managers_of.community_id
  )
$$;

-- Opens the claim of a user who has just proved the link of a community. Returns until when its owner can answer.
-- Repeating it returns the same claim. A community that visitors cannot see is refused like one that does not exist.
-- Called by private.record_own_check, which locks the profiles and the community.
-- Security definer, because no API role writes claims.
create function private.open_claim(community_id uuid, user_id uuid) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  community public.communities;
  claim public.claims;
begin
  select * into community from public.communities as c where c.id = community_id;
  if not private.is_listed(community_id) then
    raise exception 'This community is no longer in the directory.' using errcode = 'PT410';
  end if;
  if private.is_user_suspended(user_id) then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = 'PT403';
  end if;
  if private.is_manager(community_id, user_id) then
    raise exception 'You already manage this community.' using errcode = 'PT409';
  end if;
  perform private.lock_until_commit('claims of ' || user_id);
  select * into claim from public.claims as k
  where k.community_id = community_id and k.claimant_id = user_id and k.outcome is null;
  if found then
    return claim.answer_due_at;
  end if;
  -- Each claim sends an email to the owner.
  if exists (
    select from public.claims as k
    where k.community_id = community_id and k.claimant_id = user_id and k.outcome in ('declined', 'withdrawn')
      and k.decided_at > now() - interval '30 days'
  ) then
    raise exception 'You can claim a community again 30 days after your last claim.' using errcode = 'PT409';
  end if;
  if (select count(*) from public.claims as k where k.claimant_id = user_id and k.outcome is null) >= 5
    or (
      select count(*) from public.claims as k
      where k.claimant_id = user_id and k.proved_at > now() - interval '30 days'
    ) >= 10 then
    raise exception 'You have made too many claims. Please try again later.' using errcode = 'PT429';
  end if;
  -- Each claim is work for the owner and an admin. Callers hold the lock of the community.
  if (select count(*) from public.claims as k where k.community_id = community_id and k.outcome is null) >= 3 then
    raise exception 'This community has been claimed too often. Please try again later.' using errcode = 'PT429';
  end if;
  insert into public.claims (community_id, claimant_id, owner_id)
  values (community_id, user_id, community.owner_id) returning * into claim;
  insert into public.audit_log (action, subject, subject_id, owner_id, actor_id)
  values ('claimed', 'community', community_id, community.owner_id, user_id);
  perform private.queue_claim_email(
    claim, 'claimed', array[community.owner_id], jsonb_build_object('until', claim.answer_due_at));
  perform private.queue_claim_email(
    claim, 'claimed', private.managers_of(community_id),
    jsonb_build_object('until', claim.answer_due_at, 'is_co_owner', true));
  return claim.answer_due_at;
end
$$;

-- Locks a claim for an answer or a decision: the profiles first, and then the community, as every other writer does. A
-- transfer also takes the locks of private.transfer_community, in the same order.
create function private.lock_claim(claim_id uuid, is_transfer boolean default false) returns public.claims
language plpgsql volatile set search_path = '' as $$
declare
  claim public.claims;
begin
  select * into claim from public.claims as k where k.id = claim_id;
  if is_transfer then
    perform private.lock_until_commit('people of ' || claim.community_id);
  end if;
  perform from public.profiles as p
  where p.id in (claim.claimant_id, claim.owner_id, auth.uid()) order by p.id for key share;
  if is_transfer then
    perform private.lock_until_commit('admin deletions');
  end if;
  perform from public.communities as c where c.id = claim.community_id for no key update;
  select * into claim from public.claims as k where k.id = claim_id for update;
  return claim;
end
$$;

-- The same error for a claim that does not exist and for one of other users.
create function private.require_open_claim(claim public.claims, is_allowed boolean) returns void
language plpgsql stable set search_path = '' as $$
begin
  if claim.id is null or is_allowed is not true then
    raise exception 'This claim no longer exists.' using errcode = 'PT410';
  end if;
  if claim.outcome is not null then
    raise exception 'This claim is already closed.' using errcode = 'PT409';
  end if;
end
$$;

-- Gives the community to the claimant, without the co-owners, the held changes and the rejected version of the former
-- owner, and closes the other claims. The claimant's proof verifies the community: its link is the one that they
-- proved. Everything else stays as it is, also whether it is hidden. Callers lock the claim for a transfer.
create function private.accept_claim(claim public.claims) returns void
language plpgsql volatile set search_path = '' as $$
declare
  community public.communities;
begin
  if private.is_user_suspended(claim.claimant_id) then
    raise exception 'This community cannot be handed over at the moment.' using errcode = 'PT409';
  end if;
  update public.claims set outcome = 'accepted', decided_at = now(), decided_by = auth.uid() where id = claim.id;
  perform private.queue_claim_email(claim, 'claim_accepted', array[claim.claimant_id], '{"is_claimant": true}');
  perform private.queue_claim_email(
    claim, 'claim_accepted', array_remove(private.managers_of(claim.community_id), auth.uid()), '{}');
  select * into community from public.communities where id = claim.community_id;
  perform private.close_claims_of(community);
  if community.held_changes is null and community.rejected_version is null then
    perform private.log_action('claim accepted', 'community', community.id, community.owner_id, '{}', '{}');
  end if;
  community.held_changes := null;
  community.held_at := null;
  community.rejected_version := null;
  community.updated_at := now();
  perform private.save_decision(
    'claim accepted', community, array['held_changes', 'held_at', 'rejected_version', 'updated_at']);
  delete from public.co_owners where community_id = claim.community_id;
  perform private.transfer_community(claim.community_id, claim.claimant_id);
  select * into community from public.communities where id = claim.community_id;
  community.verified_at := claim.proved_at;
  perform private.save_decision('verified', community, array['verified_at']);
end
$$;

-- Says why the community belongs to its owner, once. Possible until an admin decides, also after the seven days. Only
-- for the owner: an answer ends the seven days.
-- Security definer, because no API role writes claims.
create function private.answer_claim(claim_id uuid, answer text) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  claim public.claims;
begin
  perform private.require_writer();
  claim := private.lock_claim(claim_id);
  perform private.require_open_claim(claim, private.may_manage(claim.community_id));
  if claim.owner_id is distinct from auth.uid() then
    raise exception 'Only the owner can answer a claim.' using errcode = 'PT403';
  end if;
  if claim.answered_at is not null then
    raise exception 'This claim is already answered.' using errcode = 'PT409';
  end if;
  if not coalesce(private.is_visible(private.clean_text(answer)), false) then
    raise exception 'Please say why this is your community.' using errcode = 'PT400', detail = 'answer';
  end if;
  update public.claims as k set answer = answer, answered_at = now(), answered_by = auth.uid() where k.id = claim_id;
  perform private.log_action('claim answered', 'community', claim.community_id, claim.owner_id, '{}', '{}');
end
$$;

-- Gives a community of the caller to the claimant at once. Security definer, because no API role writes claims.
create function private.hand_over_to_claimant(claim_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  claim public.claims;
begin
  perform private.require_writer();
  claim := private.lock_claim(claim_id, true);
  perform private.require_open_claim(claim, private.may_manage(claim.community_id));
  if claim.owner_id is distinct from auth.uid() then
    raise exception 'Only the owner can hand over a community.' using errcode = 'PT403';
  end if;
  -- Checked again: an admin may have suspended the caller while this request waited.
  perform private.require_writer();
  perform private.accept_claim(claim);
end
$$;

-- Security definer, because no API role writes claims.
create function private.withdraw_claim(claim_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  claim public.claims;
begin
  perform private.require_writer();
  claim := private.lock_claim(claim_id);
  perform private.require_open_claim(claim, claim.claimant_id = auth.uid());
  update public.claims set outcome = 'withdrawn', decided_at = now() where id = claim_id;
end
$$;

-- Accepts or declines a claim that is answered, or whose seven days are over. seen_answer_at is the answered_at that
-- the admin saw. Security definer, because no API role writes claims.
create function private.decide_claim(
  claim_id uuid, is_accepted boolean, seen_answer_at timestamptz, reason text
) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
  if not coalesce(private.is_visible(private.clean_text(reason)), false) then
    raise exception 'Please give a reason.' using errcode = 'PT400', detail = 'reason';
  end if;
  update public.claims as k set outcome = 'declined', decided_at = now(), decided_by = auth.uid(), reason = reason
  where k.id = claim_id;
  -- The entry is about the claimant, for whom the reason is.
  perform private.log_action(
    'claim declined', 'community', claim.community_id, claim.claimant_id, '{}', jsonb_build_object('reason', reason));
  -- As for every decision that can be undone: see private.queue_decision_email.
  perform private.queue_claim_email(
    claim, 'claim_declined', array[claim.claimant_id], jsonb_build_object('is_claimant', true, 'reason', reason),
    now() + private.undo_window() + interval '30 seconds');
  perform private.queue_claim_email(
    claim, 'claim_declined', private.managers_of(claim.community_id), '{}',
    now() + private.undo_window() + interval '30 seconds');
end
$$;

-- Reopens the claims that an undone decision declined or closed: at the same time, in its transaction.
-- Security definer, because no API role writes claims.
create function private.reopen_claims() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with reopened as (
    update public.claims as k set outcome = null, decided_at = null, decided_by = null, reason = null
    where k.community_id = new.subject_id and k.outcome in ('declined', 'closed')
      and k.decided_at = (private.last_decision(new.subject_id, new.id)).at
    returning k.id
  )
  delete from private.email_outbox as e using reopened
  where e.kind in ('claim_declined', 'claim_closed') and e.event = reopened.id::text and e.sent_at is null;
  return null;
end
$$;

create trigger reopen_claims
after insert on public.audit_log
for each row when (new.action = 'decision undone')
execute function private.reopen_claims();

-- Closes the open claims of a community. The claimants get an email, without the reason, which could say something
-- about the owner.
create function private.close_claims_of(community public.communities) returns void
language plpgsql volatile set search_path = '' as $$
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

-- Closes the open claims of a community that is deleted, is no longer approved, or has another link. The claimants read
-- the name that they knew, not one that the owner has just written.
-- Security definer, because no API role writes claims.
create function private.close_claims() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.close_claims_of(old);
  return coalesce(new, old);
end
$$;

create trigger close_claims
after update on public.communities
for each row when (
  old.status = 'approved' and (old.status, old.whatsapp_link) is distinct from (new.status, new.whatsapp_link)
)
execute function private.close_claims();

-- Passes the open claims on to a new owner: otherwise an owner could get rid of them with a second account. The time to
-- answer stays, and the new owner answers for themselves. A claim of the new owner is closed.
-- Security definer, because no API role writes claims.
create function private.pass_claims_on() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  claim public.claims;
begin
  update public.claims as k set outcome = 'closed', decided_at = now()
  where k.community_id = new.id and k.outcome is null and k.claimant_id = new.owner_id;
  insert into public.earlier_answers (claim_id, author_id, role, answer, answered_at)
  select k.id, k.answered_by, 'owner', k.answer, k.answered_at from public.claims as k
  where k.community_id = new.id and k.outcome is null and num_nulls(k.answered_by, k.answer) = 0;
  for claim in
    update public.claims as k set owner_id = new.owner_id, answer = null, answered_at = null, answered_by = null
    where k.community_id = new.id and k.outcome is null
    returning k.*
  loop
    -- As a co-owner, they were told that only the owner can answer.
    delete from private.email_outbox as e
    where e.recipient_id = new.owner_id and e.kind = 'claimed' and e.event = claim.id::text and e.data ? 'is_co_owner';
    perform private.queue_claim_email(
      claim, 'claimed', array[new.owner_id], jsonb_build_object('until', claim.answer_due_at));
  end loop;
  return null;
end
$$;

create trigger pass_claims_on
after update of owner_id on public.communities
for each row when (old.owner_id <> new.owner_id)
execute function private.pass_claims_on();

-- Before, because the foreign key then removes the id of the community.
create trigger close_claims_of_deleted
before delete on public.communities
for each row execute function private.close_claims();

-- Closes the open claims of a user who is suspended. Before the insert, so that it waits for a decision before
-- private.apply_suspension removes the user's communities from the directory.
-- Security definer, because no API role writes claims.
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

-- Deletes the answers of a deleted account. Its own claims are deleted with it. Also clears its ids: private.close_claims
-- may update the same row once the profile is gone, and PostgreSQL then checks every foreign key of the row again.
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

-- The caller's claims, without anything about the owner: not even whether they have answered. Without a name if
-- visitors do not see the community. Security definer, because only admins read claims.
create function private.list_own_claims()
returns table (
  id uuid, community_id uuid, community text, proved_at timestamptz, answer_due_at timestamptz, is_waiting boolean,
  outcome public.claim_outcome, decided_at timestamptz, reason text
)
language plpgsql stable security definer set search_path = '' rows 5 as $$
begin
  perform private.require_profile();
  return query
    select k.id, k.community_id, d.name, k.proved_at, k.answer_due_at, k.answer_due_at > now(), k.outcome, k.decided_at,
      k.reason
    from public.claims as k
    left join public.directory_communities as d on d.id = k.community_id and private.is_directory_live()
    where k.claimant_id = (select auth.uid())
    order by k.proved_at desc, k.id;
end
$$;

-- The open claims of the communities that the caller manages, without anything about the claimant. Not the caller's own
-- claim: a claimant who is a co-owner learns nothing about the owner's answer.
-- Security definer, because only admins read claims.
create function private.list_received_claims()
returns table (
  id uuid, community_id uuid, proved_at timestamptz, answer_due_at timestamptz, answer text, answered_at timestamptz,
  is_owner boolean
)
language plpgsql stable security definer set search_path = '' rows 5 as $$
begin
  perform private.require_profile();
  return query
    select k.id, k.community_id, k.proved_at, k.answer_due_at,
      k.answer, k.answered_at, k.owner_id = (select auth.uid())
    from public.claims as k
    where k.outcome is null and k.claimant_id <> (select auth.uid()) and (
      k.owner_id = (select auth.uid())
      or k.community_id in (select o.community_id from public.co_owners as o where o.user_id = (select auth.uid()))
    )
    order by k.proved_at, k.id;
end
$$;

-- The claims that the user made, and those about their communities, each without the other side.
-- Security definer: see private.export_my_data.
create function private.export_claims_of(user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'made', (
      select coalesce(jsonb_agg(to_jsonb(k) order by k.proved_at, k.id), '[]') from (
        select k.id, k.community_id, k.proved_at, k.answer_due_at, k.outcome, k.decided_at, k.reason
        from public.claims as k where k.claimant_id = user_id
      ) as k
    ),
    'received', (
      select coalesce(jsonb_agg(to_jsonb(k) order by k.proved_at, k.id), '[]') from (
        select k.id, k.community_id, k.proved_at, k.answer_due_at,
          case when k.answered_by = user_id or private.is_manager(k.community_id, k.answered_by) then k.answer end
            as answer,
          k.answered_at, k.outcome, k.decided_at
        from public.claims as k where k.owner_id = user_id or k.answered_by = user_id
      ) as k
    ),
    'earlier_answers', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'author_id' order by e.answered_at), '[]')
      from public.earlier_answers as e where e.author_id = user_id
    )
  )
$$;

grant execute on function
  private.answer_claim, private.hand_over_to_claimant, private.withdraw_claim, private.decide_claim,
  private.list_own_claims, private.list_received_claims
to authenticated, service_role;
grant execute on function private.open_claim to service_role;
