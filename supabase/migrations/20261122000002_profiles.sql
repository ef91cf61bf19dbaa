-- A profile for every account, and who is an admin.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null check (private.is_line(name, 100)),
  -- Where its owner wants to be written to: free text, and so no proof of who they are.
  email text not null default '' check (private.is_optional_line(email, 254)),
  -- The auth service's address, which its owner has confirmed. Written by triggers.
  sign_in_email text not null default '',
  phone text not null default '' check (private.is_optional_line(phone, 40)),
  address text check (private.is_text(address, 300)),
  country text check (private.is_optional_line(country, 100)),
  interests text[] check (private.is_list(interests, 50, 100)),
  -- The folder of the user's images. Random, because image addresses are public and account ids are not.
  image_folder uuid not null default gen_random_uuid() unique,
  credits integer not null default 3 check (credits >= 0),
  is_admin boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index profiles_name_idx on public.profiles (name, id);

-- Security definer, because a policy on profiles that reads profiles would call itself. PL/pgSQL keeps
-- the plan for the whole connection, an SQL function makes it anew for each statement.
create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles where id = (select auth.uid()) and is_admin);
end
$$;

-- Refuses everyone else, in words.
create function private.require_admin() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Only an admin may do that.' using errcode = '42501';
  end if;
  return true;
end
$$;

-- An access token outlives its user; the profile row does not.
create function private.has_profile() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where id = (select auth.uid()))
$$;

-- A failure here would block sign-up, so it takes whatever the auth service hands over.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  address text := coalesce(new.email, '');
  wanted text := left(btrim(coalesce(new.raw_user_meta_data ->> 'name', '')), 100);
begin
  if not private.is_line(wanted, 100) then
    wanted := left(split_part(address, '@', 1), 100);
  end if;
  if not private.is_line(wanted, 100) then
    wanted := 'User';
  end if;
  insert into public.profiles (id, name, email)
  values (new.id, wanted, case when private.is_line(address, 254) then address else '' end)
  on conflict (id) do nothing;
  return new;
end
$$;

create trigger create_profile
after insert on auth.users
for each row execute function private.create_profile();

-- The address somebody signs in with, also for a profile that is added again.
create function private.fill_sign_in_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.sign_in_email := coalesce((select email from auth.users where id = new.id), '');
  return new;
end
$$;

create trigger fill_sign_in_email
before insert on public.profiles
for each row execute function private.fill_sign_in_email();

-- A changed address is changed in the profile too, unless its owner gave another one there.
create function private.follow_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set
    sign_in_email = coalesce(new.email, ''),
    email = case
      when lower(email) = lower(coalesce(old.email, '')) and private.is_line(new.email, 254)
      then new.email else email
    end
  where id = new.id;
  return null;
end
$$;

create trigger follow_address
after update of email on auth.users
for each row when (old.email is distinct from new.email)
execute function private.follow_address();

-- Keeps what only an admin changes, and moves the date on.
create function private.guard_profile() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  if private.is_user_request()
    and (new.credits, new.is_admin) is distinct from (old.credits, old.is_admin)
    and not private.is_admin() then
    raise exception 'Only an admin may change credits or the admin role.' using errcode = '42501';
  end if;
  return new;
end
$$;

create trigger guard_profile
before update on public.profiles
for each row execute function private.guard_profile();

-- Without an admin nobody could approve anything, or make an admin. One at a time, because two last
-- admins who leave in the same moment would each still see the other.
create function private.keep_last_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.one_at_a_time('admins who leave');
  if not exists (select from public.profiles where is_admin and id <> old.id) then
    raise exception 'The last admin cannot be deleted. Make someone else an admin first.'
      using errcode = 'PT409';
  end if;
  return old;
end
$$;

create trigger keep_last_admin
before delete on public.profiles
for each row when (old.is_admin) execute function private.keep_last_admin();

alter table public.profiles enable row level security;

create policy "A person reads their own profile, an admin every profile"
on public.profiles for select to authenticated
using (id = (select auth.uid()) or (select private.is_admin()));

create policy "A person adds their own missing profile"
on public.profiles for insert to authenticated
with check (id = (select auth.uid()));

create policy "A person edits their own profile, an admin every profile"
on public.profiles for update to authenticated
using (id = (select auth.uid()) or (select private.is_admin()))
with check (id = (select auth.uid()) or (select private.is_admin()));
