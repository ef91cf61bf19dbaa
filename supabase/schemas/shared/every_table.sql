-- What every table has: row-level security, and restrictive policies, which limit what its other policies allow.
-- Guarantee: no table is forgotten. A user reads and writes nothing before the sign-in is complete
-- (docs/decisions/0026-second-factor.md), and a suspended user writes nothing (docs/decisions/0033-suspended-users.md).
-- No request reaches a table without grants. Functions check the same with private.require_writer, for example.

-- Refuses every write of a suspended user with a message that they understand. Before the sign-in is complete, only the
-- policies below refuse: the user of a stolen password must not read that the account is suspended. The argument is the
-- error code: the storage service forwards only the messages of errors with the code 42501.
create function private.refuse_suspended_writes() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_sign_in_complete() then perform private.refuse_suspended(tg_argv[0]); end if;
  return null;
end
$$;

-- The secret key reads and writes a table that users may use, unless the file of the table grants it less.
-- "Suspended users write nothing" checks inserts and updates; they may still read. Deletions need their own policy.
do $$
declare
  t record;
  policy constant text := 'create policy %I on %s as restrictive for %s to authenticated using (%s)';
begin
  for t in
    select oid::regclass as name, has_any_column_privilege('authenticated', oid, 'select') as is_read,
      has_any_column_privilege('authenticated', oid, 'insert, update')
        or has_table_privilege('authenticated', oid, 'delete') as is_written
    from pg_class
    where oid = 'storage.objects'::regclass
      or relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p')
  loop
    execute format('alter table %s enable row level security', t.name);
    if not (t.is_read or t.is_written) then
      execute format(policy, 'No request reads or writes this table', t.name, 'all', 'false');
      continue;
    end if;
    execute format(
      policy, 'Nothing before the sign-in is complete', t.name, 'all', '(select private.is_sign_in_complete())');
    if not has_table_privilege('service_role', t.name, 'select') then
      execute format('grant all on %s to service_role', t.name);
    end if;
    if t.is_written then
      execute format(policy || ' with check ((select not private.is_suspended()))',
        'Suspended users write nothing', t.name, 'all', 'true');
      execute format(policy, 'Suspended users delete nothing', t.name, 'delete', '(select not private.is_suspended())');
      execute format(
        'create trigger refuse_suspended_writes before insert or update or delete on %s
         for each statement when (private.is_user_request()) execute function private.refuse_suspended_writes(%L)',
        t.name, case when t.name = 'storage.objects'::regclass then '42501' else 'PT403' end);
    end if;
  end loop;
end
$$;
