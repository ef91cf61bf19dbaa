-- ownership/: who manages a community, and how that changes.
-- Guarantee: a community has one owner and at most five co-owners. It changes hands only with the consent of both, or
-- by a proof of the group that its owner or an admin accepts. Neither side of a claim reads anything about the other.
--   owners.sql: owner and co-owners, the policies that include them, removing a co-owner, and handing over to one.
--   invitations.sql: becoming a co-owner or the owner by invitation.
--   proofs.sql: codes that show who manages a WhatsApp group.
--   claims.sql: asking to become the owner with such a proof.  decide_claims.sql: answers and decisions.
--   close_claims.sql: what closes a claim or passes it on.  claim_lists.sql: what each side reads.

-- Co-owners read and edit the community like its owner. Only the owner deletes it, hands it over and chooses co-owners.
create table public.co_owners (
  community_id uuid not null references public.communities (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  added_at timestamptz not null default now(),
  primary key (community_id, user_id)
);

create index co_owners_user_id_idx on public.co_owners (user_id);

-- Owners read the names of their co-owners with list_people().
create policy "Users read which communities they co-own, admins all" on public.co_owners for select to authenticated
using (user_id = (select auth.uid()) or (select private.is_admin()));

grant select on public.co_owners to authenticated;

-- Whether a user is the owner or a co-owner. PL/pgSQL caches the plan.
create function private.may_manage(community_id uuid, user_id uuid default auth.uid()) returns boolean
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  return exists (select from public.communities as c where c.id = community_id and c.owner_id = user_id)
    or exists (select from public.co_owners as o where o.community_id = community_id and o.user_id = user_id);
end
$$;

-- The communities that the caller co-owns, for policies: they call it once per statement, not once per row.
-- Security definer, because a policy that reads a table with policies would check those too.
create function private.co_owned_ids() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(select o.community_id from public.co_owners as o where o.user_id = (select auth.uid()));
end
$$;

create policy "Owners and co-owners read their communities, admins every community"
on public.communities for select to authenticated using (
  owner_id = (select auth.uid()) or id = any ((select private.co_owned_ids())::uuid[]) or (select private.is_admin())
);

create policy "Owners and co-owners edit their communities, admins every community"
on public.communities for update to authenticated using (
  owner_id = (select auth.uid()) or id = any ((select private.co_owned_ids())::uuid[]) or (select private.is_admin())
);

grant execute on function private.may_manage, private.co_owned_ids to authenticated, service_role;

-- Gives a community to another owner. Callers have checked who may, and lock no row before.
-- Locks the two profiles first, as the deletion of an account does: a community is not handed to an account that is
-- being deleted, and not deleted with an account that has handed it over. Suspensions take the named lock, so that a
-- community is not listed if its new owner is being suspended.
create function private.transfer_community(
  community_id uuid, new_owner_id uuid, keeps_former_owner boolean default false
) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  former_owner_id constant uuid := (select c.owner_id from public.communities as c where c.id = community_id);
begin
  perform private.lock_until_commit('people of ' || community_id);
  perform from public.profiles as p where p.id in (former_owner_id, new_owner_id) order by p.id for key share;
  perform private.lock_until_commit('admin deletions');
  perform private.lock_until_commit('communities of ' || new_owner_id);
  perform from public.communities as c
  where c.id = community_id and c.owner_id = former_owner_id for no key update;
  if not found or not exists (select from public.profiles as p where p.id = new_owner_id) then
    raise exception 'This community or its owner has changed in the meantime. Reload the page.' using errcode = 'PT410';
  end if;
  if new_owner_id = former_owner_id then
    raise exception 'This user already owns this community.' using errcode = 'PT409';
  end if;
  -- The message hides whether the new owner is suspended.
  if private.is_user_suspended(new_owner_id) or exists (
    select from private.deletion_requests as r
    where r.user_id = former_owner_id and r.requested_at > now() - interval '1 hour'
  ) then
    raise exception 'This community cannot be handed over at the moment.' using errcode = 'PT409';
  end if;
  perform private.require_quota(
    count(*), 100, 'The new owner already has 100 communities, which is the maximum.', 'PT400')
  from public.communities as c where c.owner_id = new_owner_id;
  update public.communities as c set owner_id = new_owner_id where c.id = community_id;
  delete from public.co_owners as o where o.community_id = community_id and o.user_id = new_owner_id;
  if keeps_former_owner then
    insert into public.co_owners (community_id, user_id) values (community_id, former_owner_id);
  end if;
  perform private.close_invitations(community_id);
  -- The entry is about the user who did not act. Its owner is not in its values: deleting an account would not find it.
  perform private.log_action(
    'transferred', 'community', community_id,
    case when new_owner_id = auth.uid() then former_owner_id else new_owner_id end);
end
$$;

-- The owner removes a co-owner, or a co-owner leaves. Repeating it changes nothing.
create function private.remove_co_owner(community_id uuid, user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
        else user_id end);
  end if;
end
$$;

-- Makes a co-owner the owner at once: accepting the invitation included it. For owners who leave.
create function private.hand_over_community(community_id uuid, new_owner_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
-- not see each other. Only co-owners see that the other is suspended: the community then leaves the directory.
create function private.list_people()
returns table (community_id uuid, user_id uuid, name text, is_owner boolean, added_at timestamptz, is_suspended boolean)
language plpgsql stable security definer set search_path = '' rows 10 as $$
begin
  perform private.require_profile();
  return query
    select l.community_id, p.id,
      -- Who has signed up with a code has the first part of the email as the name until they enter one.
      case when lower(p.name) = lower(split_part(p.sign_in_email, '@', 1)) then 'No name yet' else p.name end,
      l.is_owner, l.added_at, case when l.is_owner then private.is_user_suspended(p.id) end
    from (
      select c.id, o.user_id, false, o.added_at
      from public.communities as c join public.co_owners as o on o.community_id = c.id
      where c.owner_id = (select auth.uid())
      union all
      select c.id, c.owner_id, true, null
      from public.co_owners as o join public.communities as c on c.id = o.community_id
      where o.user_id = (select auth.uid())
    ) as l (community_id, user_id, is_owner, added_at) join public.profiles as p on p.id = l.user_id
    order by 1, 5, 2;
end
$$;
