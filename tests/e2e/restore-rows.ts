import type { Backend } from '../../tooling/journeys/demo-rows.ts'

/*
 * Every test starts with the demo data: a worker uses one backend for many tests, and otherwise a test would pass or fail
 * depending on those before it.
 */

/** Copies all rows of the backend into its schema `saved`. */
export const saveRows = ({ connection: { driver } }: Backend) =>
  driver.exec(`
    -- Otherwise each test would send the summary of the day again.
    select private.queue_daily_summaries(now());
    update private.email_outbox set sent_at = now();

    create schema saved;
    create table saved.tables as
    select format('%I.%I', c.relnamespace::regnamespace, c.relname) as name,
      string_agg(quote_ident(a.attname), ', ') as columns
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and c.relnamespace in ('auth'::regnamespace, 'public'::regnamespace, 'private'::regnamespace, 'storage'::regnamespace)
    group by c.oid;

    do $$
    declare
      name text;
    begin
      for name in select t.name from saved.tables as t
      loop
        execute format('create table saved.%I as table %s', name, name);
      end loop;
    end $$;

    -- As a replica: without triggers and foreign keys, in any order.
    create function saved.restore() returns void
    language plpgsql set search_path = '' set session_replication_role = replica as $$
    declare
      name text;
      columns text;
      is_changed boolean;
    begin
      for name, columns in select t.name, t.columns from saved.tables as t
      loop
        execute format('select (select sum(hashtextextended(r::text, 0)) from %s as r)
          is distinct from (select sum(hashtextextended(r::text, 0)) from saved.%I as r)', name, name) into is_changed;
        continue when not is_changed;
        execute format('delete from %s', name);
        execute format('insert into %s (%s) overriding system value select %s from saved.%I', name, columns, columns, name);
      end loop;
    end $$;
  `)

/** Restores the rows that were saved. */
export const restoreRows = ({ connection: { driver } }: Backend) =>
  driver.query('select saved.restore()')
