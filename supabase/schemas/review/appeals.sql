-- Appeals: the owner of a hidden or rejected community asks the admins to look at the decision again. One per decision;
-- a new owner may also appeal once, so a decision is appealed at most twice.

create type public.appeal_decision as enum ('hidden', 'rejected');
create type public.appeal_outcome as enum ('accepted', 'declined', 'closed');

create table public.appeals (
  id uuid primary key default gen_random_uuid(),
  community_id uuid not null references public.communities (id) on delete cascade,
  decision public.appeal_decision not null,
  -- When the decision was made, which identifies it.
  decided_at timestamptz not null,
  message text not null check (private.is_visible(message) and private.is_text(message, 1000)),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by uuid references public.profiles (id) on delete set null,
  outcome public.appeal_outcome,
  -- Why it was declined, for the owner.
  reason text check (private.is_text(reason, 500)),
  constraint appeals_decision_key unique (community_id, decided_at),
  constraint appeals_outcome_check check ((closed_at is null) = (outcome is null)),
  constraint appeals_declined_check check (outcome <> 'declined' or coalesce(private.is_visible(reason), false))
);

create index appeals_open_idx on public.appeals (community_id) where closed_at is null;
create index appeals_closed_by_idx on public.appeals (closed_by);

-- Row-level security of communities applies to the subquery. The grant leaves out who decided.
create policy "Owners read the appeals of their communities, admins all" on public.appeals for select to authenticated
using (exists (select from public.communities as c where c.id = community_id));

grant select (id, community_id, decision, decided_at, message, created_at, closed_at, outcome, reason)
on public.appeals to authenticated;

create trigger clean before insert or update of message, reason on public.appeals
for each row execute function private.clean_columns('message:text', 'reason:text');

-- When the decision was made that the owner can appeal: the rejection, an admin's hide, or else the first block that
-- hides the community. Null if there is none.
create function private.appealable_decision(community public.communities) returns timestamptz
language sql stable set search_path = '' as $$
  select case
    when community.status = 'rejected' then coalesce(community.approval_date, community.created_at)
    else (
      select b.since from public.community_blocks as b
      where b.community_id = community.id and b.kind = any (private.hiding_kinds())
      order by b.kind <> 'admin', b.since limit 1
    )
  end
$$;

create function private.appeal_community(community_id uuid, message text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  community public.communities;
  decided_at timestamptz;
begin
  perform private.require_writer();
  select * into community from public.communities as c
  where c.id = community_id and c.owner_id = auth.uid() for no key update;
  if community.id is null then
    raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
  end if;
  decided_at := private.appealable_decision(community);
  if decided_at is null then
    raise exception 'You can only appeal while your community is hidden or rejected.' using errcode = 'PT409';
  end if;
  if exists (
    select from public.appeals as a
    where a.community_id = community_id and (a.decided_at = decided_at or a.closed_at is null)
  ) then
    raise exception 'You have already appealed this decision.' using errcode = 'PT409';
  end if;
  -- From the log: the appeals of former owners are deleted.
  perform private.require_quota(count(*), 2, 'This decision has already been appealed twice.', 'PT409')
  from public.audit_log as e where e.subject_id = community_id and e.action = 'appealed' and e.at >= decided_at;
  message := private.require_text(message, 'Please say why we should look at it again.', 'message');
  insert into public.appeals (community_id, decision, decided_at, message)
  values (
    community_id, case community.status when 'rejected' then 'rejected' else 'hidden' end::public.appeal_decision,
    decided_at, message
  );
  perform private.log_action('appealed', 'community', community_id, community.owner_id);
end
$$;

-- Accepts or declines an appeal. A hidden community is shown again. A rejected one is approved as
-- the admin saw it: version and groups_version are its updated_at and groups_updated_at.
create function private.decide_appeal(
  appeal_id uuid, is_accepted boolean, reason text default null, version timestamptz default null,
  groups_version timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  -- Locked before the appeal, as in every other decision.
  community public.communities :=
    private.lock_community((select a.community_id from public.appeals as a where a.id = appeal_id));
  before constant jsonb := private.community_state(community.id);
  appeal public.appeals;
begin
  select a.* into appeal from public.appeals as a where a.id = appeal_id for update;
  if appeal.closed_at is not null then raise exception 'This appeal is already closed.' using errcode = 'PT409'; end if;
  if not is_accepted and appeal.decision = 'hidden' and not private.is_hidden(community.id) then
    raise exception 'This community is no longer hidden, so the appeal can only be accepted.' using errcode = 'PT409';
  end if;
  reason := case when not is_accepted then private.require_text(reason) end;
  update public.appeals as a set closed_at = now(), closed_by = auth.uid(), reason = reason,
    outcome = case when is_accepted then 'accepted' else 'declined' end::public.appeal_outcome
  where a.id = appeal_id;
  if not is_accepted then
    perform private.record_decision(
      'appeal declined', community.id, before, jsonb_build_object('reason', reason),
      details => jsonb_build_object('reason', reason));
  elsif appeal.decision = 'hidden' then
    perform private.show(community.id, 'appeal accepted');
  else
    perform private.require_seen_version(
      community, case when groups_version = community.groups_updated_at then version end);
    perform private.require_unlisted_link(community.whatsapp_link, community.id);
    community.status := 'approved';
    perform private.write_community(private.decided(community));
    perform private.note_sign_of_life(community.id);
    perform private.record_decision(
      'appeal accepted', community.id, before, '{"status": "approved", "decision": "rejected"}');
  end if;
end
$$;

-- Closes the open appeal of a community whose decision no longer stands, with this outcome.
create function private.close_appeals(community_id uuid, outcome public.appeal_outcome, reason text default null)
returns void language sql set search_path = '' as $$
  update public.appeals as a set
    closed_at = now(), closed_by = auth.uid(), outcome = close_appeals.outcome, reason = close_appeals.reason
  from public.communities as c
  where c.id = close_appeals.community_id and a.community_id = c.id and a.closed_at is null
    and a.decided_at is distinct from private.appealable_decision(c)
$$;
