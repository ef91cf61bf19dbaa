-- What admins search: a text for each community and for each account, kept by triggers.

-- The place as it is searched for, and as its country is filtered by. The text is spelled out instead
-- of being cast from the enum, because an index needs an immutable function.
create function private.country_of(place public.community_location) returns text
language sql immutable set search_path = '' as $$
  select case place
    when 'Cape Town' then 'South Africa' when 'Bali' then 'Indonesia' when 'Zürich' then 'Switzerland'
    when 'Rio de Janeiro' then 'Brazil' when 'Medellín' then 'Colombia'
    when 'Koh Phangan' then 'Thailand'
  end
$$;

-- The other way round; no place for a country that has none.
create function private.places_in(country text) returns public.community_location[]
language sql immutable set search_path = '' as $$
  select case country
    when 'South Africa' then '{Cape Town}' when 'Indonesia' then '{Bali}'
    when 'Switzerland' then '{Zürich}' when 'Brazil' then '{Rio de Janeiro}'
    when 'Colombia' then '{Medellín}' when 'Thailand' then '{Koh Phangan}' else '{}'
  end::public.community_location[]
$$;

-- Name, place with its country, link and owner of a community.
create function private.write_search_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select concat_ws(
      ' ', new.name, new.location,
      -- Found without its accents, too.
      case new.location when 'Zürich' then 'Zurich' when 'Medellín' then 'Medellin' end,
      private.country_of(new.location), new.whatsapp_link, p.name, p.email,
      nullif(nullif(p.sign_in_email, p.email), '')
    )
  into new.search_text
  from public.profiles as p where p.id = new.owner_id;
  return new;
end
$$;

create trigger write_search_text
before insert or update on public.communities
for each row execute function private.write_search_text();

-- A person's communities are found by the name and the addresses they have now.
create function private.rewrite_search_texts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.communities set search_text = '' where owner_id = new.id;
  return new;
end
$$;

create trigger rewrite_search_texts
after update on public.profiles
for each row when ((old.name, old.email, old.sign_in_email) is distinct from (new.name, new.email, new.sign_in_email))
execute function private.rewrite_search_texts();

-- Finer statistics, or the planner takes a rare word for one in a hundred and reads half the table.
alter table public.communities alter column search_text set statistics 500;
create index communities_search_text_idx
on public.communities using gin (search_text extensions.gin_trgm_ops);
-- The unique index leaves out rejected communities, which a reviewer wants to know of.
create index communities_whatsapp_link_idx on public.communities (whatsapp_link);
create index communities_name_idx on public.communities (name, id);
create index communities_similar_name_idx
on public.communities using gin (name extensions.gin_trgm_ops);
create index communities_status_idx on public.communities (status, created_at desc, id);
create index communities_facets_idx on public.communities (location, category, status);

-- Every account as the admin screen lists it, also one without a profile: the auth service can neither
-- search nor sort, and its table is not ours to index. Written by triggers.
create table private.user_directory (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null,
  email text not null,
  credits integer not null,
  is_admin boolean not null,
  created_at timestamptz not null,
  search_text text generated always as (name || ' ' || email) stored
);

alter table private.user_directory enable row level security;

create policy "The secret key reads the directory"
on private.user_directory for select to service_role using (true);

create index user_directory_created_at_idx on private.user_directory (created_at desc, id);
create index user_directory_name_idx on private.user_directory (name, id);
create index user_directory_email_idx on private.user_directory (email, id);
create index user_directory_credits_idx on private.user_directory (credits, id);
create index user_directory_is_admin_idx on private.user_directory (is_admin, name, id);
alter table private.user_directory alter column search_text set statistics 500;
create index user_directory_search_text_idx
on private.user_directory using gin (search_text extensions.gin_trgm_ops);

-- A failure here would block sign-up, so it takes whatever is there. Without a profile, its defaults.
create function private.write_user_directory(user_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into private.user_directory (id, name, email, credits, is_admin, created_at)
  select
    u.id,
    coalesce(p.name, nullif(split_part(u.email, '@', 1), ''), 'User'),
    coalesce(nullif(u.email, ''), p.email, ''),
    coalesce(p.credits, 3),
    coalesce(p.is_admin, false),
    coalesce(u.created_at, now())
  from auth.users as u
  left join public.profiles as p on p.id = u.id
  where u.id = user_id
  on conflict (id) do update set
    name = excluded.name, email = excluded.email, credits = excluded.credits,
    is_admin = excluded.is_admin, created_at = excluded.created_at
$$;

-- Keeps the directory with the account and with its profile.
create function private.list_in_directory() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_user_directory(coalesce(new.id, old.id));
  return null;
end
$$;

create trigger list_in_directory
after insert or update of email, created_at on auth.users
for each row execute function private.list_in_directory();

create trigger list_in_directory
after insert or delete or update of name, email, credits, is_admin on public.profiles
for each row execute function private.list_in_directory();

do $$ begin perform private.write_user_directory(id) from auth.users; end $$;
