-- shared/: what every folder uses, and the rules that cover all tables.
-- Guarantee: the API roles have no access unless a file grants it by name. A stored text has no invisible character
-- that changes how it reads. No table grows forever.
--   foundations.sql: extensions, privileges, settings, limits, and helper functions.  sign_in.sql: complete sign-ins.
--   texts.sql: checks and cleaning of texts, phone numbers and emails.  words.sql: the words of a text.
--   retention.sql: how long records are kept.  every_table.sql: row-level security, and policies for all tables. Both
--   are loaded last, because they use the tables of all folders.
--
-- A function is security definer if it reads, writes or calls what its callers may not: no API role writes the log or
-- reads the directory, for example. A comment above the function states any other reason.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

-- PostgreSQL lets everyone execute new functions. Revoked for all schemas at once, because revoking it in one
-- schema would not remove the global default.
alter default privileges revoke execute on functions from public;
-- After the line above, as in the migrations: only the owner executes its functions.
create extension if not exists fuzzystrmatch with schema extensions;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- Functions and tables that the API does not serve.
create schema private;
grant usage on schema extensions, public, private to anon, authenticated, service_role;

-- Settings of this project. project_url is only needed where access tokens have no issuer (the embedded backend), or
-- where images are served from a different URL than the issuer's (a custom domain).
create table private.settings (
  only_row boolean primary key default true check (only_row),
  project_url text,
  directory_live boolean not null default false,
  admins_need_second_factor boolean not null default false,
  -- How many users must report a community to hide it until an admin decides; never if this is null or 0.
  reports_to_hide integer default 3 check (reports_to_hide >= 0),
  -- How many communities reports may hide a day. Any others stay in the directory until an admin decides.
  hidden_by_reports_per_day integer not null default 10 check (hidden_by_reports_per_day > 0),
  -- How many invite pages are requested from WhatsApp in any five minutes, for whatever reason.
  link_checks_per_five_minutes integer not null default 20 check (link_checks_per_five_minutes >= 0),
  -- After how many days without a sign of life an owner is asked whether a community is still active; never if 0.
  days_until_question integer not null default 180 check (days_until_question = 0 or days_until_question >= 60),
  -- How many days later the community falls asleep. The reminder is a week earlier.
  days_to_answer integer not null default 30 check (days_to_answer between 14 and 365),
  questions_per_day integer not null default 200 check (questions_per_day >= 0)
);

-- The URL of this project. Unless set, the issuer of the caller's access token, which the auth service signed.
create function private.project_url() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(project_url, regexp_replace(auth.jwt() ->> 'iss', '/auth/v1/?$', '')) from private.settings
$$;

create function private.is_directory_live() returns boolean
language sql stable security definer set search_path = '' as $$
  select directory_live from private.settings
$$;

-- Whether a visitor or a signed-in user sent the request. Many rules exempt migrations, the seed and the secret key.
create function private.is_user_request() returns boolean
language sql stable set search_path = '' as $$
  select current_user in ('anon', 'authenticated')
$$;

-- Whether a request writes a row itself, also with the secret key. Functions record what they do themselves.
create function private.is_api_request() returns boolean
language sql stable set search_path = '' as $$ select current_user in ('authenticated', 'service_role') $$;

-- Refuses a save of an older version: updated_at carries the version that the editor loaded. An update that leaves it
-- out is not checked. The argument is the message.
create function private.check_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.updated_at is distinct from old.updated_at then
    raise exception '%', tg_argv[0] using errcode = 'PT412';
  end if;
  return new;
end
$$;

-- Holds a named lock until the transaction ends, so that concurrent requests with the same name run one by one.
create function private.lock_until_commit(name text) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended(name, 0))
$$;

-- Raises an error if a user has already used up a limit: perform private.require_quota(count(*), 30, '...') from ...
create function private.require_quota(
  used bigint, allowed integer, message text, code text default 'PT429', detail text default ''
) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if used >= allowed then raise exception '%', message using errcode = code, detail = detail; end if;
end
$$;

-- In UTC.
create function private.today() returns date
language sql stable set search_path = '' as $$
  select (now() at time zone 'utc')::date
$$;

-- From 1 to 1000, 50 by default.
create function private.clamp_page_size(page_size integer) returns integer
language sql immutable set search_path = '' as $$
  select least(greatest(coalesce(page_size, 50), 1), 1000)
$$;

-- The number of rows before a page; pages count from 1.
create function private.rows_before(page integer, page_size integer) returns bigint
language sql immutable set search_path = '' as $$
  select (greatest(page, 1) - 1)::bigint * page_size
$$;

-- The limits that the app states: `npm run types` writes them, and those of CHECK constraints, to src/supabase/rules/.
-- A limit that the app does not state belongs to its rule.
create function private.limits(
  out max_alerts integer, out max_co_owners integer, out max_imported_rows integer, out max_languages integer,
  out max_small_image_bytes integer, out max_unreviewed_count integer, out invitation_period interval,
  out claim_answer_period interval, out time_between_claims interval, out ownership_code_period interval
)
language plpgsql immutable set search_path = '' as $$
begin
  max_alerts := 10;
  max_co_owners := 5;
  max_imported_rows := 1000;
  max_languages := 3;
  max_small_image_bytes := 150 * 1024;
  -- A member count that is not higher needs no review.
  max_unreviewed_count := 100;
  invitation_period := '14 days';
  -- For the owner. Then an admin decides without an answer.
  claim_answer_period := '7 days';
  -- From the end of a claim to the next one of the same user.
  time_between_claims := '30 days';
  ownership_code_period := '1 day';
end
$$;

grant execute on function
  private.is_user_request, private.is_api_request, private.lock_until_commit, private.require_quota, private.limits
to authenticated, service_role;
grant execute on function private.clamp_page_size, private.rows_before to service_role;
