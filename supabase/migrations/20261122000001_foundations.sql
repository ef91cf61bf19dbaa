-- What the other migrations lean on: the schemas, what is closed by default, and the rules for text.

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pg_trgm with schema extensions;

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

-- Text rules, shared by CHECK constraints. A line has no line breaks; neither a line nor a text
-- may carry control characters or the bidirectional controls that make text read as something else.
create function private.is_line(value text, max_length integer) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(value) <= max_length
    and value ~ '\S'
    and value !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]'
$$;

create function private.is_text(value text, max_length integer) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(value) <= max_length
    and value !~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]'
$$;

-- True for requests that arrive through the API as a signed-in user. Migrations, the seed and the
-- secret key are trusted and are not bound by the rules for owners and admins.
create function private.is_user_request() returns boolean
language sql stable set search_path = '' as $$
  select current_user in ('anon', 'authenticated')
$$;
