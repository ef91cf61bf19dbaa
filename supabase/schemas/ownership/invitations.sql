-- Invitations by email address: to become a co-owner of a community, or its owner.
-- Guarantee: only the owner invites, and only the user whose confirmed sign-in email was invited accepts. Inviting an
-- address never reveals whether it has an account. At most five co-owners, including open invitations. An invitation
-- names a community only if an admin has approved the name: it would otherwise send any text to any user.
--
-- Functions that change who manages a community first take the lock 'people of' the community, before they lock rows.

create type public.invitation_kind as enum ('co-owner', 'transfer');
-- 'closed': the community got another owner, or was deleted.
create type public.invitation_answer as enum ('accepted', 'declined', 'withdrawn', 'closed');

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  -- Null once the community is deleted: its invitations still count towards the limit of a day.
  community_id uuid references public.communities (id) on delete set null,
  -- In lower case.
  email text not null check (private.is_line(email, 254)),
  kind public.invitation_kind not null,
  -- Whether the owner stays as a co-owner after a transfer.
  keeps_former_owner boolean not null default false,
  invited_by uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  answered_at timestamptz,
  answer public.invitation_answer,
  constraint invitations_answer_check check ((answered_at is null) = (answer is null))
);

create index invitations_community_id_idx on public.invitations (community_id);
create index invitations_email_idx on public.invitations (email);
create index invitations_invited_by_idx on public.invitations (invited_by, created_at);

alter table public.invitations enable row level security;

create policy "Nothing before the sign-in is complete"
on public.invitations as restrictive for all to authenticated using ((select private.is_sign_in_complete()));

-- Recipients read theirs with list_my_invitations().
create policy "Owners read the open invitations of their communities"
on public.invitations for select to authenticated
using (
  answer is null and expires_at > now()
  and exists (select from public.communities as c where c.id = community_id and c.owner_id = (select auth.uid()))
);

grant select (id, community_id, email, kind, keeps_former_owner, created_at, expires_at)
on public.invitations to authenticated;
grant all on public.invitations to service_role;

create function private.clean_invitation() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.email := lower(private.clean_email(new.email));
  return new;
end
$$;

create trigger clean
before insert or update of email on public.invitations
for each row execute function private.clean_invitation();

-- The caller's sign-in email in lower case; null unless it is confirmed. Security definer, because users cannot read
-- auth.users.
create function private.confirmed_email() returns text
language sql stable security definer set search_path = '' as $$
  select lower(u.email) from auth.users as u where u.id = (select auth.uid()) and u.email_confirmed_at is not null
$$;

-- Locks the people of a community of the caller, and returns the community.
create function private.lock_people(community_id uuid) returns public.communities
language plpgsql volatile set search_path = '' as $$
declare
  community public.communities;
begin
  perform private.require_writer();
  perform private.lock_until_commit('people of ' || community_id);
  select * into community from public.communities as c where c.id = community_id;
  if community.owner_id = auth.uid() then
    return community;
  elsif private.may_manage(community_id) then
    raise exception 'Only the owner of this community may do that.' using errcode = 'PT403';
  end if;
  raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
end
$$;

-- Ends the open invitations of a community that got another owner.
create function private.close_invitations(community_id uuid) returns void
language sql volatile set search_path = '' as $$
  update public.invitations as i set answered_at = now(), answer = 'closed'
  where i.community_id = close_invitations.community_id and i.answer is null
$$;

-- Security definer, because users cannot write invitations.
create function private.close_invitations_of_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.close_invitations(old.id);
  return old;
end
$$;

-- Before, because the foreign key then removes the id of the community.
create trigger close_invitations_of_deleted
before delete on public.communities
for each row execute function private.close_invitations_of_deleted();

-- The name of a community for users who do not manage it; null unless an admin has approved it. Its owner may have
-- published it with a proof (ownership/proofs.sql), and an admin may have hidden the community for its name.
create function private.approved_name(community public.communities) returns text
language sql immutable set search_path = '' as $$
  select case
    when community.status = 'approved' and community.hidden_at is null and community.name_changed_at is null
    then community.name
  end
$$;

-- The result is the same whether the address has an account, is confirmed, or belongs to a co-owner.
-- Security definer, because users cannot write invitations.
create function private.invite_to_community(
  community_id uuid, email text, kind public.invitation_kind, keeps_former_owner boolean
) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
  ) >= 5 then
    raise exception 'A community can have at most five co-owners, including open invitations.' using errcode = 'PT409';
  end if;
  perform private.lock_until_commit('invitations of ' || auth.uid());
  if (
    select count(*) from public.invitations as i
    where i.invited_by = auth.uid() and i.created_at > now() - interval '1 day'
  ) >= 20 then
    raise exception 'You can send at most 20 invitations a day. Please try again tomorrow.' using errcode = 'PT429';
  end if;
  perform private.lock_until_commit('invitations to ' || email);
  if (
    select count(*) from public.invitations as i
    where i.email = email and i.community_id = community_id and i.created_at > now() - interval '30 days'
  ) >= 3 then
    raise exception 'You can invite an address to a community at most three times in 30 days.'
      using errcode = 'PT429', detail = 'email';
  end if;
  -- From any user. It says nothing about accounts: addresses without one have the same limit.
  if (
    select count(*) from public.invitations as i where i.email = email and i.created_at > now() - interval '1 day'
  ) >= 10 then
    raise exception 'This address cannot be invited today. Please try again tomorrow.'
      using errcode = 'PT429', detail = 'email';
  end if;
  insert into public.invitations (community_id, email, kind, keeps_former_owner, invited_by)
  values (community_id, email, kind, kind = 'transfer' and keeps_former_owner, auth.uid())
  returning * into invitation;
  perform private.queue_invitation_email(invitation, community);
end
$$;

-- Security definer, because users cannot write invitations.
create function private.withdraw_invitation(invitation_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
-- Security definer, because users cannot write invitations and co-owners.
create function private.answer_invitation(invitation_id uuid, is_accepted boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  invitation public.invitations;
  answer constant public.invitation_answer := case when is_accepted then 'accepted' else 'declined' end;
begin
  perform private.require_writer();
  perform private.lock_until_commit(
    'people of ' || (select i.community_id from public.invitations as i where i.id = invitation_id));
  select * into invitation from public.invitations as i
  where i.id = invitation_id and i.email = private.confirmed_email();
  if invitation.answer = answer then
    return;
  end if;
  if invitation.id is null or invitation.answer is not null or invitation.expires_at <= now() then
    raise exception 'This invitation is no longer open.' using errcode = 'PT410';
  end if;
  if is_accepted and invitation.kind = 'transfer' then
    perform private.transfer_community(invitation.community_id, auth.uid(), invitation.keeps_former_owner);
    if private.is_user_suspended(invitation.invited_by) then
      raise exception 'This community cannot be handed over at the moment.' using errcode = 'PT409';
    end if;
  elsif is_accepted then
    perform private.add_co_owner(invitation.community_id);
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

-- Adds the caller. The lock waits for a concurrent deletion of the community.
create function private.add_co_owner(community_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
declare
  owner_id uuid;
begin
  select c.owner_id into owner_id from public.communities as c where c.id = community_id for key share;
  if owner_id is null then
    raise exception 'This community no longer exists.' using errcode = 'PT410';
  end if;
  if owner_id = auth.uid() then
    raise exception 'You already own this community.' using errcode = 'PT409';
  end if;
  insert into public.co_owners (community_id, user_id) values (community_id, auth.uid()) on conflict do nothing;
  if found then
    perform private.log_action('co-owner added', 'community', community_id, owner_id, '{}', '{}');
  end if;
end
$$;

-- The owner removes a co-owner, or a co-owner leaves. Repeating it changes nothing.
-- Security definer, because users cannot write co-owners.
create function private.remove_co_owner(community_id uuid, user_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if user_id = auth.uid() then
    perform private.require_writer();
    perform private.lock_until_commit('people of ' || community_id);
  else
    perform private.lock_people(community_id);
  end if;
  delete from public.co_owners as o where o.community_id = community_id and o.user_id = user_id;
  if found then
    -- The entry is about the user who did not act.
    perform private.log_action(
      'co-owner removed', 'community', community_id,
      case when user_id = auth.uid() then (select c.owner_id from public.communities as c where c.id = community_id)
        else user_id end,
      '{}', '{}');
  end if;
end
$$;

-- Makes a co-owner the owner at once: accepting the invitation included it. For owners who leave.
-- Security definer, because users cannot change owners.
create function private.hand_over_community(community_id uuid, new_owner_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  community constant public.communities := private.lock_people(community_id);
begin
  if not exists (
    select from public.co_owners as o where o.community_id = community_id and o.user_id = new_owner_id
  ) then
    raise exception 'This user is no longer a co-owner. Reload the page.' using errcode = 'PT409';
  end if;
  perform private.transfer_community(community_id, new_owner_id);
  -- Checked again: an admin may have suspended the caller while this request waited.
  perform private.require_writer();
  perform private.queue_email(
    'handed_over', new_owner_id, community_id || ' ' || now(), jsonb_build_object('name', community.name),
    community_id);
end
$$;

-- The co-owners of the communities that the caller owns, and the owners of those that the caller co-owns. Co-owners do
-- not see each other. Only co-owners learn that the other is suspended: the community then leaves the directory.
-- Security definer, because users cannot read the profiles of others.
create function private.list_people()
returns table (
  community_id uuid, user_id uuid, name text, is_owner boolean, added_at timestamptz, is_suspended boolean
)
language plpgsql stable security definer set search_path = '' rows 10 as $$
begin
  perform private.require_profile();
  return query
    select c.id, p.id, p.name, false, o.added_at, null::boolean
    from public.communities as c
    join public.co_owners as o on o.community_id = c.id
    join public.profiles as p on p.id = o.user_id
    where c.owner_id = (select auth.uid())
    union all
    select c.id, p.id, p.name, true, null, private.is_user_suspended(p.id)
    from public.co_owners as o
    join public.communities as c on c.id = o.community_id
    join public.profiles as p on p.id = c.owner_id
    where o.user_id = (select auth.uid())
    order by 1, 5, 2;
end
$$;

-- The open invitations of the caller's confirmed sign-in email, without unapproved names.
-- Security definer, because the policies show invitations only to owners.
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

grant execute on function
  private.invite_to_community, private.withdraw_invitation, private.answer_invitation, private.remove_co_owner,
  private.hand_over_community, private.list_people, private.list_my_invitations
to authenticated, service_role;
