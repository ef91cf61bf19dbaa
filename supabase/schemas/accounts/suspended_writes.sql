-- What a suspended user cannot do: write. accounts/suspensions.sql has the rest.
-- Guarantee: a suspended user inserts, updates and deletes no row of a table that signed-in users may write, whatever
-- its other policies allow. Functions that write call private.require_writer or private.require_admin.

-- Refuses every write of a suspended user with a message that they understand. Before the sign-in is complete, only the
-- policies below refuse: the user of a stolen password must not read that the account is suspended.
create function private.refuse_suspended_writes() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_sign_in_complete() then
    perform private.refuse_suspended();
  end if;
  return null;
end
$$;

-- For every table that signed-in users may write, so that none is forgotten. For all: its check applies to inserts and
-- updates, and reading stays possible. A policy for deletions needs a command of its own.
do $$
declare
  target regclass;
begin
  for target in
    select c.oid from pg_class as c
    where c.oid = 'storage.objects'::regclass
      or c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (
        has_any_column_privilege('authenticated', c.oid, 'insert, update')
        or has_table_privilege('authenticated', c.oid, 'delete')
      )
  loop
    execute format(
      'create policy "Suspended users write nothing" on %s as restrictive for all to authenticated
       using (true) with check ((select not private.is_suspended()))', target);
    execute format(
      'create policy "Suspended users delete nothing" on %s as restrictive for delete to authenticated
       using ((select not private.is_suspended()))', target);
    execute format(
      'create trigger refuse_suspended_writes before insert or update or delete on %s
       for each statement when (private.is_user_request()) execute function private.%I()',
      target,
      case when target = 'storage.objects'::regclass then 'refuse_suspended_images' else 'refuse_suspended_writes' end);
  end loop;
end
$$;
