-- shared/: what every folder uses, and the rules that cover all tables.
-- Guarantee: the API roles have no access unless a file grants it by name. A stored text has no invisible character
-- that changes how it reads. No table grows forever.
--   foundations.sql: extensions, default privileges, settings, and helper functions for checks, words and versions.
--   texts.sql: cleaning of texts, phone numbers and emails.
--   retention.sql: how long records are kept. Loaded last, because it deletes from tables of most folders.

-- Shared schemas, settings and helper functions.
-- Guarantee: the API roles have no access unless a later file grants it by name.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
grant usage on schema extensions to anon, authenticated, service_role;

-- PostgreSQL lets everyone execute new functions. Revoked for all schemas at once, because revoking it in one
-- schema would not remove the global default.
alter default privileges revoke execute on functions from public;
-- After the line above, as in the migrations: only the owner executes its functions.
create extension if not exists fuzzystrmatch with schema extensions;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;

-- Functions and tables that the API does not serve.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Settings of this project. project_url is only needed where access tokens have no issuer (the embedded backend), or
-- where images are served from a different URL than the issuer's (a custom domain).
create table private.settings (
  only_row boolean primary key default true check (only_row),
  project_url text,
  directory_live boolean not null default false,
  -- Whether admins have their rights only after a second factor.
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
  -- How many owners are asked by email a day.
  questions_per_day integer not null default 200 check (questions_per_day >= 0)
);

alter table private.settings enable row level security;

create policy "No request reads or writes the settings"
on private.settings as restrictive for all to authenticated using (false);

-- The URL of this project. Unless set, the issuer of the caller's access token, which the auth service signed.
-- Security definer, because no API role reads the settings.
create function private.project_url() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(project_url, regexp_replace(auth.jwt() ->> 'iss', '/auth/v1/?$', ''))
  from private.settings
$$;

-- Whether visitors may read the directory. Security definer, because no API role reads the settings.
create function private.is_directory_live() returns boolean
language sql stable security definer set search_path = '' as $$
  select directory_live from private.settings
$$;

-- Whether the user of the token has entered the code of a second factor. A token without a level counts as aal1.
-- PL/pgSQL caches the plan for the connection; an SQL function would be planned for each statement.
create function private.is_at_aal2() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(auth.jwt() ->> 'aal' = 'aal2', false);
end
$$;

-- Whether the session of the token has not ended, and its user has entered the code of their second factor, if they
-- have one. Almost every statement checks this, so it parses the token once and calls no other function.
-- Security definer, because no API role reads the sessions and the factors.
create function private.is_sign_in_complete() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  claims constant jsonb := auth.jwt();
begin
  return exists (select from auth.sessions where id = (claims ->> 'session_id')::uuid)
    and (
      claims ->> 'aal' is not distinct from 'aal2'
      or not exists (
        select from auth.mfa_factors where user_id = (claims ->> 'sub')::uuid and status = 'verified'
      )
    );
end
$$;

-- Raises an error if the session has ended, or the user has yet to enter the code. For functions: a policy must not
-- raise. After a 401, clients refresh the session and so notice that it has ended. That would hide that the account was
-- deleted. Security definer, because no API role reads the sessions and the users.
create function private.require_complete_sign_in() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_sign_in_complete() then
    return;
  end if;
  if not exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid) then
    if not exists (select from auth.users where id = (select auth.uid())) then
      raise exception 'This account no longer exists.' using errcode = 'PT403';
    end if;
    raise exception 'Your session has ended. Please sign in again.' using errcode = 'PT401';
  end if;
  raise exception 'Enter the code from your authenticator app to finish signing in.' using errcode = 'PT403';
end
$$;

-- Whether a text has a visible character: any but spaces, controls, fillers and other characters without a glyph
-- (Unicode's Default_Ignorable_Code_Point, and the empty Braille pattern).
create function private.is_visible(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ (
    '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F'
    '\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8'
    '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
  )
$$;

-- Text rules for CHECK constraints. A line has no line breaks; neither a line nor a text contains control
-- characters or the bidirectional controls that change how text reads.
create function private.is_line(value text, max_length integer) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(value) <= max_length
    and value !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]'
    and private.is_visible(value)
$$;

create function private.is_optional_line(value text, max_length integer) returns boolean
language sql immutable set search_path = '' as $$
  select value = '' or private.is_line(value, max_length)
$$;

create function private.is_text(value text, max_length integer) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(value) <= max_length
    and value !~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]'
$$;

-- A one-dimensional list of lines without nulls.
create function private.is_list(lines text[], max_lines integer, max_length integer) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(lines) <= max_lines
    and coalesce(array_ndims(lines), 1) = 1
    and not exists (
      select from unnest(lines) as line where private.is_line(line, max_length) is not true
    )
$$;

-- The words of a text in lower case, without accents, separated by spaces. The expression lists the separators, because
-- [^[:alnum:]] depends on the database's locale.
create function private.plain_words(value text) returns text
language sql stable set search_path = '' as $$
  select btrim(regexp_replace(
    lower(extensions.unaccent(normalize(value, NFKC))),
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u2000-\u2BFF\u3000-\u303F'
    '\uFE00-\uFE0F\U0001F000-\U0001FAFF]+', ' ', 'g'
  ))
$$;

-- The characters of scripts without spaces, as a part of a regular expression: Thai, Lao, Myanmar, Khmer, kana,
-- ideographs and Hangul.
create function private.unspaced_characters() returns text
language sql immutable set search_path = '' as $$
  select '[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF\U00020000-\U0003FFFF]'
$$;

-- As private.plain_words. A text in a script without spaces becomes its overlapping pairs of characters, and its last
-- character: '游民' in a longer text is found by this pair. A search leaves out the last character. Without vowel signs
-- and tone marks, which are often left out, and at which to_tsvector splits words.
create function private.search_words(value text, is_search boolean default false) returns text
language sql stable set search_path = '' as $$
  select coalesce(string_agg(
    case when word ~ private.unspaced_characters() then (
      select string_agg(substr(word, i, 2), ' ' order by i)
      from generate_series(1, greatest(char_length(word) - is_search::integer, 1)) as i
    ) else word end, ' ' order by place
  ), '')
  from string_to_table(
    regexp_replace(
      regexp_replace(private.plain_words(value), '[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E\u0EB1\u0EB4-\u0EBC\u0EC8-\u0ECE'
        '\u102B-\u103E\u1056-\u1060\u17B4-\u17D3]', '', 'g'),
      '(' || private.unspaced_characters() || '+)', ' \1 ', 'g'
    ), ' '
  ) with ordinality as typed (word, place)
  where word <> ''
$$;

-- A word without its ending: 'hike' for 'hiking'. Stop words stay.
create function private.stem(word text) returns text
language sql immutable set search_path = '' as $$
  select coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word)
$$;

-- Whether a visitor or a signed-in user sent the request. The rules for owners and admins do not apply to
-- migrations, the seed and the secret key.
create function private.is_user_request() returns boolean
language sql stable set search_path = '' as $$
  select current_user in ('anon', 'authenticated')
$$;

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
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended(name, 0))
$$;

-- Refuses to confirm a second authenticator app without a code from the first. The auth service requires that code only
-- when an app is created: an attacker with the password could create one while the user confirms their first app, and
-- confirm it later.
-- Deferred, because the auth service raises the session's level after it confirms the app.
-- Security definer, because the auth service may not use this schema.
create function private.check_confirmed_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Of two apps that are confirmed at the same time, the second sees the first.
  perform private.lock_until_commit('factors of ' || new.user_id);
  if exists (
    select from auth.mfa_factors
    where user_id = new.user_id and id <> new.id and status = 'verified'
  ) then
    -- A session that was at aal2 before has a claim from before.
    if not exists (
      select from auth.sessions as s join auth.mfa_amr_claims as c on c.session_id = s.id
      where s.factor_id = new.id and c.created_at < new.updated_at
        and c.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn')
    ) then
      raise exception 'Enter the code from your authenticator app first.' using errcode = 'PT403';
    end if;
  end if;
  return null;
end
$$;

create constraint trigger check_confirmed_factor
after update of status on auth.mfa_factors deferrable initially deferred
for each row when (new.status = 'verified' and old.status <> 'verified')
execute function private.check_confirmed_factor();

-- The current day in UTC.
create function private.today() returns date
language sql stable set search_path = '' as $$
  select (now() at time zone 'utc')::date
$$;

-- From 1 to 1000 rows per page, 50 by default.
create function private.clamp_page_size(page_size integer) returns integer
language sql immutable set search_path = '' as $$
  select least(greatest(coalesce(page_size, 50), 1), 1000)
$$;

-- The number of rows before a page; pages count from 1.
create function private.rows_before(page integer, page_size integer) returns bigint
language sql immutable set search_path = '' as $$
  select (greatest(page, 1) - 1)::bigint * page_size
$$;

grant execute on function private.is_directory_live to anon, authenticated, service_role;
grant execute on function
  private.is_visible, private.is_line, private.is_optional_line, private.is_text, private.is_list, private.plain_words,
  private.unspaced_characters, private.search_words, private.stem,
  private.is_user_request, private.lock_until_commit, private.is_sign_in_complete,
  private.require_complete_sign_in
to authenticated, service_role;
grant execute on function private.clamp_page_size, private.rows_before to service_role;
