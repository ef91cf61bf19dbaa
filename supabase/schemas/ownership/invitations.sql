-- Invitations by email address: to become a co-owner of a community, or its owner.
-- Guarantee: an invitation names a community only if an admin has approved the name: it would otherwise send any text
-- to any user.
--
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
create policy "Owners read the open invitations of their communities"
on public.invitations for select to authenticated
using (
  answer is null and expires_at > now()
  and exists (select from public.communities as c where c.id = community_id and c.owner_id = (select auth.uid()))
);

grant select (id, community_id, email, kind, keeps_former_owner, created_at, expires_at)
on public.invitations to authenticated;

create trigger clean
before insert or update of email on public.invitations
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
  if community.owner_id = auth.uid() then
    return community;
  elsif private.may_manage(community_id) then
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

-- The name of a community for users who do not manage it; null unless an admin has approved it. Its owner may have
-- published it with a proof (ownership/proofs.sql), and an admin may have hidden the community for its name.
create function private.approved_name(community public.communities) returns text
language sql stable set search_path = '' as $$
  select community.name
  where community.status = 'approved' and not private.is_hidden(community.id) and community.name_changed_at is null
$$;

-- The open invitations of the caller's confirmed sign-in email, without unapproved names.
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
