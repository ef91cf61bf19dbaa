-- Claims: a user who has proved that they manage the WhatsApp group of a listed community asks to become its owner.

create type public.claim_outcome as enum ('accepted', 'declined', 'withdrawn', 'closed');

create table public.claims (
  id uuid primary key default gen_random_uuid(),
  -- Null once the community is deleted.
  community_id uuid references public.communities (id) on delete set null,
  claimant_id uuid not null references public.profiles (id) on delete cascade,
  owner_id uuid references public.profiles (id) on delete set null,
  -- When the claimant proved the link, which is still the community's: a changed link closes the claim.
  proved_at timestamptz not null default now(),
  answer_due_at timestamptz not null default now() + (private.limits()).claim_answer_period,
  -- The answer of the current owner, for the admins.
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

create policy "Admins read every claim" on public.claims for select to authenticated
using ((select private.is_admin()));

grant select on public.claims to authenticated;

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

create policy "Admins read every earlier answer" on public.earlier_answers for select to authenticated
using ((select private.is_admin()));

grant select on public.earlier_answers to authenticated;

create trigger clean before insert or update of answer, reason on public.claims
for each row execute function private.clean_columns('answer:text', 'reason:text');

-- Queues an email about a claim, with nothing about the other side. Without the community's id, because an email about
-- an outcome outlives it, except for 'claimed': at most one a day to a user about a community. Outcomes that an undo
-- reverts are emailed after its window.
create function private.queue_claim_email(claim public.claims, kind text, recipients uuid[], data jsonb) returns void
language sql set search_path = '' as $$
  select private.queue_email(
    kind::public.email_kind, recipient, claim.id::text,
    jsonb_build_object('name', (select c.name from public.communities as c where c.id = claim.community_id)) || data,
    case when kind = 'claimed' then claim.community_id end,
    case kind
      when 'claimed' then greatest(now(), (
        select max(coalesce(e.sent_at, e.due_at)) + interval '1 day' from private.email_outbox as e
        where e.recipient_id = recipient and e.kind = 'claimed' and e.community_id = claim.community_id
          and (e.sent_at is not null or private.email_data(e) is not null)
      ))
      when 'claim_accepted' then now()
      else now() + private.undo_window() + interval '30 seconds'
    end)
  from unnest(recipients) as recipient
$$;

create function private.managers_of(community_id uuid) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select c.owner_id from public.communities as c where c.id = community_id
    union select o.user_id from public.co_owners as o where o.community_id = managers_of.community_id
  )
$$;

-- Opens the claim of a user who has just proved the link of a community. Returns until when its owner can answer.
-- Repeating it returns the same claim. Called by private.record_own_check, which locks the profiles and the community.
create function private.open_claim(community_id uuid, user_id uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  owner_id constant uuid := (select c.owner_id from public.communities as c where c.id = community_id);
  claim public.claims;
begin
  perform private.require_listed(community_id);
  if private.is_user_suspended(user_id) then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = 'PT403';
  end if;
  if private.may_manage(community_id, user_id) then
    raise exception 'You already manage this community.' using errcode = 'PT409';
  end if;
  perform private.lock_until_commit('claims of ' || user_id);
  select * into claim from public.claims as k
  where k.community_id = community_id and k.claimant_id = user_id and k.outcome is null;
  if found then return claim.answer_due_at; end if;
  -- Each claim sends an email to the owner.
  if exists (
    select from public.claims as k
    where k.community_id = community_id and k.claimant_id = user_id and k.outcome in ('declined', 'withdrawn')
      and k.decided_at > now() - (private.limits()).time_between_claims
  ) then
    raise exception 'You can claim a community again % after your last claim.', (private.limits()).time_between_claims
      using errcode = 'PT409';
  end if;
  if exists (
    select from public.claims as k where k.claimant_id = user_id
    having count(*) filter (where k.outcome is null) >= 5
      or count(*) filter (where k.proved_at > now() - interval '30 days') >= 10
  ) then
    raise exception 'You have made too many claims. Please try again later.' using errcode = 'PT429';
  end if;
  -- Each claim is work for the owner and an admin.
  perform private.require_quota(count(*), 3, 'This community has been claimed too often. Please try again later.')
  from public.claims as k where k.community_id = community_id and k.outcome is null;
  insert into public.claims (community_id, claimant_id, owner_id)
  values (community_id, user_id, owner_id) returning * into claim;
  perform private.log_action('claimed', 'community', community_id, owner_id, actor_id => user_id);
  perform private.queue_claim_email(
    claim, 'claimed', array[owner_id], jsonb_build_object('until', claim.answer_due_at));
  perform private.queue_claim_email(
    claim, 'claimed', private.managers_of(community_id),
    jsonb_build_object('until', claim.answer_due_at, 'is_co_owner', true));
  return claim.answer_due_at;
end
$$;

-- Locks a claim for an answer or a decision: the profiles first, and then the community, as every other writer does. A
-- transfer also takes the locks of private.transfer_community, in the same order.
create function private.lock_claim(claim_id uuid, is_transfer boolean default false) returns public.claims
language plpgsql set search_path = '' as $$
declare
  claim public.claims;
begin
  perform private.require_writer();
  select * into claim from public.claims as k where k.id = claim_id;
  if is_transfer then perform private.lock_until_commit('people of ' || claim.community_id); end if;
  perform from public.profiles as p
  where p.id in (claim.claimant_id, claim.owner_id, auth.uid()) order by p.id for key share;
  if is_transfer then perform private.lock_until_commit('admin deletions'); end if;
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
  if claim.outcome is not null then raise exception 'This claim is already closed.' using errcode = 'PT409'; end if;
end
$$;

grant execute on function private.open_claim to service_role;
