-- The people of a community: who they are, removing a co-owner, and handing over to one.
-- Guarantee: only the owner removes others and hands over.

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
-- not see each other. Only co-owners learn that the other is suspended: the community then leaves the directory.
create function private.list_people()
returns table (community_id uuid, user_id uuid, name text, is_owner boolean, added_at timestamptz, is_suspended boolean)
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
