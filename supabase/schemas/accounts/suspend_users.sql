-- Suspending users, and ending suspensions.
-- Guarantee: only admins suspend other users, and never the last admin who can act. The user is emailed, the log
-- records both, and the communities leave the directory and return in the same transaction.
--
-- Every function here locks the profile first, as the deletion of an account does. Otherwise the two could deadlock.

-- Logs the start and the end of a suspension, emails the user about its start, and updates the directory. The lock on
-- the communities waits for concurrent saves, as in private.update_listing. It includes those that are not approved:
-- one of them may be approved at the same time. Does nothing if the account is being deleted.
create function private.apply_suspension() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject constant uuid := coalesce(new.user_id, old.user_id);
  details constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'reason', coalesce(new.reason, old.reason), 'until', coalesce(new.until, old.until)
  ));
  community public.communities;
begin
  if not exists (select from public.profiles where id = subject) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform private.log_action('suspended', 'user', subject, subject, '{}', details);
    perform private.queue_email('suspended', subject, new.suspended_at::text, details);
  else
    perform private.log_action('suspension ended', 'user', subject, subject, details, '{}');
  end if;
  for community in
    select * from public.communities where owner_id = subject order by id for share
  loop
    perform private.write_directory_community(community);
  end loop;
  return null;
end
$$;

create trigger apply_suspension
after insert or delete on public.suspensions
for each row execute function private.apply_suspension();

-- Deletes the suspensions whose end has passed, so that the communities return to the directory. A job that the
-- schedule calls every minute: at most 100 per call. Skips accounts that are being deleted. Locks the communities of
-- all users in one order: those of one user after the other could deadlock with a merge of places.
create function private.end_expired_suspensions() returns void
language plpgsql set search_path = '' as $$
declare
  users constant uuid[] := array(
    select p.id from public.suspensions as s join public.profiles as p on p.id = s.user_id
    where s.until <= now() order by s.until limit 100 for key share of p skip locked
  );
begin
  perform from public.communities where owner_id = any (users) order by id for share;
  delete from public.suspensions where user_id = any (users) and until <= now();
end
$$;

create function private.suspend_user(user_id uuid, reason text, until timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.require_admin();
  perform from public.profiles as p where p.id = user_id for key share;
  perform private.lock_until_commit('admin deletions');
  -- Checked again: another admin may have suspended the caller while this request waited.
  perform private.require_admin();
  if user_id = auth.uid() then
    raise exception 'You cannot suspend yourself.' using errcode = 'PT403';
  end if;
  if not coalesce(private.is_visible(private.clean_text(reason)), false) then
    raise exception 'Please enter a reason' using errcode = 'PT400', detail = 'reason';
  end if;
  if until <= now() or until > now() + interval '10 years' then
    raise exception 'Please choose an end within the next ten years, or none' using errcode = 'PT400', detail = 'until';
  end if;
  if not exists (select from public.profiles as p where p.id = user_id) then
    raise exception 'This user has no profile. The account may have been deleted.' using errcode = 'PT410';
  end if;
  delete from public.suspensions as s where s.user_id = user_id and s.until <= now();
  if private.is_user_suspended(user_id) then
    raise exception 'This user is already suspended.' using errcode = 'PT409';
  end if;
  insert into public.suspensions (user_id, reason, until, suspended_by) values (user_id, reason, until, auth.uid());
end
$$;

create function private.end_suspension(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform from public.profiles as p where p.id = end_suspension.user_id for key share;
  delete from public.suspensions as s where s.user_id = end_suspension.user_id;
  if not found then
    raise exception 'This user is not suspended.' using errcode = 'PT409';
  end if;
end
$$;

grant execute on function private.end_expired_suspensions to service_role;
