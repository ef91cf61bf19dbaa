const tables = `select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage')`

/** Copies every row, for `restoreRows`. */
export const copyRows = `
create schema mutations;
do $$
declare
  t record;
begin
  for t in ${tables} loop
    execute format('create table mutations.%I as table %s', t.name, t.name);
  end loop;
end
$$`

/** Replaces all rows by the copies: what a broken rule lets through, and what tests add, must not affect other tests. */
export const restoreRows = `
do $$
declare
  t record;
  columns text;
begin
  -- No trigger and no foreign key changes a row.
  perform set_config('session_replication_role', 'replica', true);
  execute (select format('truncate %s', string_agg(name, ', ')) from (${tables}) as truncated);
  for t in ${tables} loop
    columns := (
      select string_agg(quote_ident(attname), ', ') from pg_attribute
      where attrelid = t.name::regclass and attnum > 0 and not attisdropped and attgenerated = '');
    execute format(
      'insert into %1$s (%2$s) overriding system value select %2$s from mutations.%3$I', t.name, columns, t.name);
  end loop;
end
$$`
