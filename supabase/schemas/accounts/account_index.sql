-- The account index: the accounts in the Users tab, including those without a profile. Triggers copy them here, because
-- the auth service can neither search nor sort its users, and its table cannot have our indexes.
-- Guarantee: only the secret key reads it (the function admin/users).

create table private.account_index (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null,
  email text not null,
  credits integer not null,
  is_admin boolean not null,
  created_at timestamptz not null,
  search_text text generated always as (name || ' ' || email) stored
);

-- Finer statistics: otherwise the planner estimates a rare word at 1% of the rows and scans half the table.
alter table private.account_index alter column search_text set statistics 500;
create index account_index_created_at_idx on private.account_index (created_at desc, id);
create index account_index_name_idx on private.account_index (name, id);
create index account_index_email_idx on private.account_index (email, id);
create index account_index_credits_idx on private.account_index (credits, id);
create index account_index_is_admin_idx on private.account_index (is_admin, name, id);
create index account_index_search_text_idx on private.account_index using gin (search_text extensions.gin_trgm_ops);

grant select on private.account_index to service_role;

-- A failure here would block sign-up, so it accepts any values. An account without a profile gets the defaults.
create function private.index_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.account_index (id, name, email, credits, is_admin, created_at)
  select u.id, coalesce(p.name, nullif(split_part(u.email, '@', 1), ''), 'User'),
    coalesce(nullif(u.email, ''), p.email, ''), coalesce(p.credits, 3), coalesce(p.is_admin, false),
    coalesce(u.created_at, now())
  from auth.users as u left join public.profiles as p on p.id = u.id where u.id = coalesce(new.id, old.id)
  on conflict (id) do update set name = excluded.name, email = excluded.email, credits = excluded.credits,
    is_admin = excluded.is_admin, created_at = excluded.created_at;
  return null;
end
$$;

create trigger index_account
after insert or update of email, created_at on auth.users for each row execute function private.index_account();

create trigger index_account after insert or delete or update of name, email, credits, is_admin on public.profiles
for each row execute function private.index_account();

-- The condition that a column contains every word of a search; null for an empty search. Ignores everything after 200
-- characters, as the page does, because planning thousands of words takes seconds.
create function private.has_words(search_column text, search text, operator text default 'ilike') returns text
language sql immutable set search_path = '' as $$
  select string_agg(distinct format(
    '%s %s %L', search_column, operator, '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
  from regexp_split_to_table(btrim(left(search, 200)), '\s+') as word where word <> ''
$$;

-- A page of the users. The function admin/users authorizes the caller.
create function public.list_users(
  search text default '', sort text default 'joined', descending boolean default true,
  page_size integer default 50, page integer default 1
) returns table (id uuid, email text, created_at timestamptz)
language plpgsql stable security invoker set search_path = '' rows 20 as $$
declare
  ordering constant text := format(case
    when sort in ('name', 'email', 'credits') then 'u.' || sort || ' %1$s, u.id %1$s'
    when sort = 'role' then 'u.is_admin %1$s, u.name %1$s, u.id %1$s'
    else 'u.created_at %1$s, u.id %2$s'
  end, case when descending then 'desc' else 'asc' end, case when descending then 'asc' else 'desc' end);
  size constant integer := private.clamp_page_size(page_size);
begin
  return query execute format(
    'select u.id, u.email, u.created_at from private.account_index as u join (
       select u.id from private.account_index as u where %1$s
       order by %2$s limit %3$s offset %4$s
     ) as page on page.id = u.id order by %2$s',
    coalesce(private.has_words('u.search_text', search), 'true'), ordering, size, private.rows_before(page, size));
end
$$;

create function public.count_users(search text default '') returns bigint
language plpgsql stable security invoker set search_path = '' as $$
declare
  users bigint;
begin
  execute 'select count(*) from private.account_index as u where '
    || coalesce(private.has_words('u.search_text', search), 'true') into users;
  return users;
end
$$;

grant execute on function public.list_users, public.count_users, private.has_words to service_role;
