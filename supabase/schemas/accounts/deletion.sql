-- Deleting an account: one's own, or as an admin that of a user who is no admin. The log keeps only who and when.

-- Who requested a deletion. The auth service deletes accounts in its own connection, without the caller's identity, so
-- the function delete-user records it here first.
create table private.deletion_requests (
  user_id uuid primary key,
  actor_id uuid not null,
  by_admin boolean not null,
  requested_at timestamptz not null default now()
);

-- Called by the function delete-user before it deletes anything. Returns whether the account exists. The lock
-- serializes concurrent deletions of admins. A request whose deletion failed expires after an hour.
create function private.announce_deletion(user_id uuid, actor_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  is_user_admin constant boolean := exists (select from public.profiles as p where p.id = user_id and p.is_admin);
  is_actor_admin constant boolean := exists (
    select from public.profiles as p where p.id = actor_id and p.is_admin and not private.is_user_suspended(p.id));
begin
  perform private.lock_until_commit('admin deletions');
  if actor_id <> user_id and not is_actor_admin then
    raise exception 'You can only delete your own account.' using errcode = 'PT403';
  end if;
  if actor_id <> user_id and is_user_admin then
    raise exception 'Admins cannot delete other admins.' using errcode = 'PT403';
  end if;
  if is_user_admin and not exists (
    select from public.profiles as p
    where p.is_admin and p.id <> user_id and not private.is_user_suspended(p.id) and not exists (
      select from private.deletion_requests as r where r.user_id = p.id and r.requested_at > now() - interval '1 hour'
    )
  ) then
    raise exception 'You are the last admin. Make someone else an admin first.' using errcode = 'PT409';
  end if;
  -- Inserts no row for a user who is already deleted.
  insert into private.deletion_requests (user_id, actor_id, by_admin)
  select u.id, actor_id, is_actor_admin from auth.users as u where u.id = user_id
  on conflict on constraint deletion_requests_pkey do update set
    actor_id = excluded.actor_id, by_admin = excluded.by_admin, requested_at = now();
  return found;
end
$$;

-- Removes a user's id from up to 1,000 communities about which they decided as an admin, and returns whether there may
-- be more. The function delete-user repeats it before it deletes the account: the foreign keys would write all of them
-- in one statement, which times out.
create function public.forget_decisions(user_id uuid) returns boolean
language plpgsql security invoker set search_path = '' as $$
declare
  forgotten integer;
  blocks integer;
begin
  update public.communities set approved_by = null where id in (
    select id from public.communities where approved_by = user_id order by id limit 1000 for no key update skip locked);
  get diagnostics forgotten = row_count;
  update public.community_blocks set created_by = null where (community_id, kind) in (
    select community_id, kind from public.community_blocks where created_by = user_id
    order by community_id limit 1000 - forgotten for no key update skip locked);
  get diagnostics blocks = row_count;
  return forgotten + blocks = 1000;
end
$$;

grant execute on function public.forget_decisions to service_role;

-- For an account without a profile.
create function private.forget_deletion_request() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deletion_requests where user_id = old.id;
  return null;
end
$$;

create trigger forget_deletion_request
after delete on auth.users for each row execute function private.forget_deletion_request();

-- Removes the deleted user's data from the log. Their id stays with what they did as an admin.
create function private.forget_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  request private.deletion_requests;
begin
  -- In the order of everything else that changes many communities. The foreign key would lock them as they are stored.
  perform from public.communities where owner_id = old.id order by id for update;
  update public.audit_log set
    subject_id = case when subject = 'community' then subject_id end, owner_id = null, before = '{}', after = '{}'
  where owner_id = old.id;
  update public.audit_log set actor_id = null where actor_id = old.id and not by_admin;
  -- Those that the user sent are deleted with the profile.
  delete from public.invitations where email = lower(old.sign_in_email);
  delete from private.email_outbox where kind = 'invitation_accepted' and data ->> 'email' = lower(old.sign_in_email);
  delete from private.deletion_requests where user_id = old.id returning * into request;
  -- The communities without their names.
  insert into public.audit_log (action, subject, subject_id, after, actor_id, by_admin)
  select 'deleted', deleted.*, case when request.by_admin then request.actor_id end, coalesce(request.by_admin, false)
  from (
    select 'community'::public.audit_subject, c.id, '{"with_account": true}'::jsonb
    from public.communities as c where c.owner_id = old.id
    union all select 'user', null, '{}'
  ) as deleted;
  return old;
end
$$;

create trigger forget_user before delete on public.profiles for each row execute function private.forget_user();
