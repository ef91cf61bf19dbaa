-- Saved communities: what users bookmark in the directory.
-- Guarantee: users read and write only their own rows, and save only what visitors see. Owners and admins read nothing.

create table public.saved_communities (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  community_id uuid not null references public.communities (id) on delete cascade,
  saved_at timestamptz not null default now(),
  primary key (user_id, community_id)
);

create index saved_communities_community_id_idx on public.saved_communities (community_id);

create policy "Users read what they saved" on public.saved_communities for select to authenticated
using (user_id = (select auth.uid()));
create policy "Users save what is in the directory" on public.saved_communities for insert to authenticated
with check (user_id = (select auth.uid()) and private.is_listed(community_id));
create policy "Users remove what they saved" on public.saved_communities for delete to authenticated
using (user_id = (select auth.uid()));

grant select, delete on public.saved_communities to authenticated;
-- The default sets the user.
grant insert (community_id) on public.saved_communities to authenticated;

-- After the statement, because one can insert many rows. The lock makes concurrent statements wait, and count each
-- other's rows. Security definer, because it counts rows by user also for the secret key.
create function private.limit_saved_communities() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  saving_user uuid;
begin
  for saving_user in select distinct user_id from inserted order by user_id loop
    perform private.lock_until_commit('saved communities of ' || saving_user);
    perform private.require_quota(
      count(*) - 1, 500, 'You can save at most 500 communities. Remove some on your profile page first.', 'PT400')
    from public.saved_communities as s where s.user_id = saving_user;
  end loop;
  return null;
end
$$;

create trigger limit_saved_communities after insert on public.saved_communities referencing new table as inserted
for each statement execute function private.limit_saved_communities();

-- Skips communities that visitors do not see: the list may be of an earlier visit.
create function public.save_communities(community_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_writer();
  if cardinality(community_ids) > 500 then
    raise exception 'At most 500 communities can be saved at once.' using errcode = 'PT400';
  end if;
  insert into public.saved_communities (community_id)
  select distinct listed.id from unnest(community_ids) as listed (id) where private.is_listed(listed.id)
  on conflict do nothing;
end
$$;

-- For lists of saved and joined communities, also of a visitor who saved them on a device, which holds 100.
create function private.get_listed_communities(community_ids uuid[]) returns setof public.directory_communities
language plpgsql stable security definer set search_path = '' rows 20 as $$
begin
  if cardinality(community_ids) > 100 then
    raise exception 'At most 100 communities can be read at once.' using errcode = 'PT400';
  end if;
  return query
    select d.* from public.directory_communities as d where d.id = any (community_ids) and private.is_directory_live();
end
$$;

-- With the last day, and the caller's answer whether the community is still active.
create function private.list_my_joins() returns table (community_id uuid, joined_on date, is_active boolean)
language plpgsql stable security definer set search_path = '' rows 30 as $$
begin
  perform private.require_profile();
  return query
    select j.community_id, max(j.joined_on), a.is_active from public.community_joins as j
    left join private.still_active_answers as a on a.community_id = j.community_id and a.user_id = j.user_id
    where j.user_id = (select auth.uid()) group by 1, 3 order by 2 desc, 1;
end
$$;

grant execute on function public.save_communities to authenticated, service_role;
