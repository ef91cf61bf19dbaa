-- Guarantee: only the owner invites, and only a user with the confirmed address accepts. Inviting an address never
-- reveals whether it has an account.
-- Functions that change who manages a community first take the lock 'people of' the community, before they lock rows.

create type public.invitation_kind as enum ('co-owner', 'transfer');
-- 'closed': the community got another owner, or was deleted.
create type public.invitation_answer as enum ('accepted', 'declined', 'withdrawn', 'closed');

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  -- Null once the community is deleted: its invitations still count towards the limit of a day.
  community_id uuid references public.communities (id) on delete set null,
  email text not null check (private.is_line(email, 254) and email = lower(email)),
  kind public.invitation_kind not null,
  -- Whether the owner stays as a co-owner after a transfer.
  keeps_former_owner boolean not null default false,
  invited_by uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + (private.limits()).invitation_period,
  answered_at timestamptz,
  answer public.invitation_answer,
  constraint invitations_answer_check check ((answered_at is null) = (answer is null))
);

create index invitations_community_id_idx on public.invitations (community_id);
create index invitations_email_idx on public.invitations (email);
create index invitations_invited_by_idx on public.invitations (invited_by, created_at);

-- Recipients read theirs with list_my_invitations().
create policy "Owners read the open invitations of their communities" on public.invitations for select to authenticated
using (
  answer is null and expires_at > now()
  and exists (select from public.communities as c where c.id = community_id and c.owner_id = (select auth.uid()))
);

grant select (id, community_id, email, kind, keeps_former_owner, created_at, expires_at)
on public.invitations to authenticated;

create trigger clean before insert or update of email on public.invitations
for each row execute function private.clean_columns('email:email');

-- The caller's sign-in email in lower case; null unless it is confirmed.
create function private.confirmed_email() returns text
language sql stable security definer set search_path = '' as $$
  select lower(u.email) from auth.users as u where u.id = (select auth.uid()) and u.email_confirmed_at is not null
$$;

-- Locks the people of a community of the caller, and returns the community.
create function private.lock_people(community_id uuid) returns public.communities
language plpgsql set search_path = '' as $$
declare
  community public.communities;
begin
  perform private.require_writer();
  perform private.lock_until_commit('people of ' || community_id);
  select * into community from public.communities as c where c.id = community_id;
  if community.owner_id = auth.uid() then return community; end if;
  if private.may_manage(community_id) then
    raise exception 'Only the owner of this community may do that.' using errcode = 'PT403';
  end if;
  raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
end
$$;

-- Ends the open invitations of a community that got another owner, or is deleted.
create function private.close_invitations(community_id uuid) returns void
language sql set search_path = '' as $$
  update public.invitations as i set answered_at = now(), answer = 'closed'
  where i.community_id = close_invitations.community_id and i.answer is null
$$;

-- The name of a community for users who do not manage it; null unless an admin has approved it, also after
-- a proof published it or an admin hid it: invitations would otherwise send any text to any user.
create function private.approved_name(community public.communities) returns text
language sql stable set search_path = '' as $$
  select community.name
  where community.status = 'approved' and not private.is_hidden(community.id) and community.name_changed_at is null
$$;

create function private.list_my_invitations()
returns table (id uuid, community_id uuid, community text, kind public.invitation_kind, expires_at timestamptz)
language plpgsql stable security definer set search_path = '' rows 5 as $$
begin
  perform private.require_profile();
  return query
    select i.id, c.id, private.approved_name(c), i.kind, i.expires_at
    from public.invitations as i join public.communities as c on c.id = i.community_id
    where i.email = private.confirmed_email() and i.answer is null and i.expires_at > now()
    order by i.created_at, i.id;
end
$$;

create function private.invite_to_community(
  community_id uuid, email text, kind public.invitation_kind, keeps_former_owner boolean default false
) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  community constant public.communities := private.lock_people(community_id);
  invitation public.invitations;
begin
  email := lower(private.clean_email(email));
  perform private.require_email(email);
  if email = (select lower(p.sign_in_email) from public.profiles as p where p.id = auth.uid()) then
    raise exception 'This is your own email.' using errcode = 'PT400', detail = 'email';
  end if;
  if exists (
    select from public.invitations as i
    where i.community_id = community_id and i.answer is null and i.expires_at > now()
      and i.kind = kind and (i.kind = 'transfer' or i.email = email)
  ) then
    raise exception '%', case kind
      when 'transfer' then 'You have already offered this community to someone. Withdraw that offer first.'
      else 'You have already invited this address.'
    end using errcode = 'PT409', detail = 'email';
  end if;
  if (kind = 'co-owner' or keeps_former_owner) and (
    select count(*) from public.co_owners as o where o.community_id = community_id
  ) + (
    select count(*) from public.invitations as i
    where i.community_id = community_id and i.answer is null and i.expires_at > now()
      and (i.kind = 'co-owner' or i.keeps_former_owner)
  ) >= (private.limits()).max_co_owners then
    raise exception 'A community can have at most % co-owners, including open invitations.',
      (private.limits()).max_co_owners using errcode = 'PT409';
  end if;
  perform private.lock_until_commit('invitations of ' || auth.uid());
  perform private.require_quota(count(*), 20, 'You can send at most 20 invitations a day. Please try again tomorrow.')
  from public.invitations as i where i.invited_by = auth.uid() and i.created_at > now() - interval '1 day';
  perform private.lock_until_commit('invitations to ' || email);
  perform private.require_quota(
    count(*), 3, 'You can invite an address to a community at most three times in 30 days.', 'PT429', 'email')
  from public.invitations as i
  where i.email = email and i.community_id = community_id and i.created_at > now() - interval '30 days';
  -- From any user. It says nothing about accounts: addresses without one have the same limit.
  perform private.require_quota(
    count(*), 10, 'This address cannot be invited today. Please try again tomorrow.', 'PT429', 'email')
  from public.invitations as i where i.email = email and i.created_at > now() - interval '1 day';
  insert into public.invitations (community_id, email, kind, keeps_former_owner, invited_by)
  values (community_id, email, kind, kind = 'transfer' and keeps_former_owner, auth.uid())
  returning * into invitation;
  perform private.queue_invitation_email(invitation, community);
end
$$;

create function private.withdraw_invitation(invitation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community constant public.communities :=
    private.lock_people((select i.community_id from public.invitations as i where i.id = invitation_id));
begin
  update public.invitations as i set answered_at = now(), answer = 'withdrawn'
  where i.id = invitation_id and i.answer is null;
  if not found then
    raise exception 'This invitation has already been answered. Reload the page.' using errcode = 'PT409';
  end if;
end
$$;

-- Accepts or declines an invitation of the caller. Repeating the same answer changes nothing. A suspended owner hands
-- over no community: it would return to the directory.
create function private.answer_invitation(invitation_id uuid, is_accepted boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  invitation public.invitations;
  owner_id uuid;
  answer constant public.invitation_answer := case when is_accepted then 'accepted' else 'declined' end;
begin
  perform private.require_writer();
  perform private.lock_until_commit(
    'people of ' || (select i.community_id from public.invitations as i where i.id = invitation_id));
  select * into invitation from public.invitations as i
  where i.id = invitation_id and i.email = private.confirmed_email();
  if invitation.answer = answer then return; end if;
  if invitation.id is null or invitation.answer is not null or invitation.expires_at <= now() then
    raise exception 'This invitation is no longer open.' using errcode = 'PT410';
  end if;
  if is_accepted and invitation.kind = 'transfer' then
    perform private.transfer_community(invitation.community_id, auth.uid(), invitation.keeps_former_owner);
    if private.is_user_suspended(invitation.invited_by) then
      raise exception 'This community cannot be handed over at the moment.' using errcode = 'PT409';
    end if;
  elsif is_accepted then
    -- The lock waits for a concurrent deletion of the community.
    select c.owner_id into owner_id from public.communities as c where c.id = invitation.community_id for key share;
    if owner_id is null then raise exception 'This community no longer exists.' using errcode = 'PT410'; end if;
    if owner_id = auth.uid() then raise exception 'You already own this community.' using errcode = 'PT409'; end if;
    insert into public.co_owners (community_id, user_id) values (invitation.community_id, auth.uid())
    on conflict do nothing;
    if found then perform private.log_action('co-owner added', 'community', invitation.community_id, owner_id); end if;
  end if;
  update public.invitations as i set answered_at = now(), answer = answer where i.id = invitation_id;
  if is_accepted then
    perform private.queue_email(
      'invitation_accepted', invitation.invited_by, invitation.id::text,
      jsonb_build_object('name', c.name, 'invitation', invitation.kind, 'email', invitation.email), c.id)
    from public.communities as c where c.id = invitation.community_id;
  end if;
end
$$;
