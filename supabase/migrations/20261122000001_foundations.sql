-- What the other migrations lean on: the schemas, what is closed by default, and the rules for text.

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;

-- Functions name their schema, and a project may have the extension in another one already.
do $$
begin
  if exists (
    select from pg_extension
    where extname = 'pg_trgm' and extnamespace <> 'extensions'::regnamespace
  ) then
    alter extension pg_trgm set schema extensions;
  end if;
end
$$;
create extension if not exists pg_trgm with schema extensions;

-- Everyone may execute a new function unless this says otherwise, for all schemas at once: revoked in one
-- schema, the right would still be there.
alter default privileges revoke execute on functions from public;

create schema private;
grant usage on schema private to authenticated, service_role;

-- What the database cannot find out by itself. project_url is needed only where access tokens do not
-- name their issuer (the embedded backend) or name another address than the one images are served
-- from (a custom domain).
create table private.settings (
  only_row boolean primary key default true check (only_row),
  project_url text
);
insert into private.settings default values;

alter table private.settings enable row level security;

create policy "No request reads or writes the settings"
on private.settings for all to authenticated using (false);

-- Whether there is a character that leaves ink: no space, control, filler or other character that is
-- shown as nothing (Unicode's Default_Ignorable_Code_Point, and the empty Braille pattern).
create function private.is_visible(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ (
    '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F'
    '\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8'
    '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
  )
$$;

-- Text rules, shared by CHECK constraints. A line has no line breaks; neither a line nor a text
-- may carry control characters or the bidirectional controls that make text read as something else.
create function private.is_line(value text, max_length integer) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(value) <= max_length
    and value !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]'
    and private.is_visible(value)
$$;

-- A line that may be left out.
create function private.is_optional_line(value text, max_length integer) returns boolean
language sql immutable set search_path = '' as $$
  select value = '' or private.is_line(value, max_length)
$$;

-- Several lines, or none.
create function private.is_text(value text, max_length integer) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(value) <= max_length
    and value !~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]'
$$;

-- A short list of lines, without holes.
create function private.is_list(lines text[], max_lines integer, max_length integer) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(lines) <= max_lines
    and coalesce(array_ndims(lines), 1) = 1
    and not exists (
      select from unnest(lines) as line where private.is_line(line, max_length) is not true
    )
$$;

-- True for requests that arrive through the API as a signed-in user. Migrations, the seed and the
-- secret key are trusted and are not bound by the rules for owners and admins.
create function private.is_user_request() returns boolean
language sql stable set search_path = '' as $$
  select current_user in ('anon', 'authenticated')
$$;

-- Lets requests about the same thing pass one at a time, until the end of their transactions.
create function private.one_at_a_time(thing text) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended(thing, 0))
$$;
