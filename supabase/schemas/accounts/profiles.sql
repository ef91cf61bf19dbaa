-- accounts/: users, from their first sign-in to the deletion of the account.
-- Guarantee: users read and edit their own profile, admins every profile. One admin who can act always remains. A
-- suspended user reads and exports their data, deletes the account and writes nothing else. The log keeps no personal
-- data of a deleted user.
--   profiles.sql: the table, who is an admin, and the profile of a new account.
--   suspensions.sql: who is suspended, starting and ending suspensions.  deletion.sql: deleting an account.
--   account_index.sql: the accounts in the Users tab.  export.sql: a copy of the user's data.

-- Profiles: one for each account. Only admins change credits, and only the secret key and SQL change the admin role.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null check (private.is_line(name, 100)),
  -- The contact email. Free text: it does not prove the user's identity.
  email text not null default '' check (private.is_optional_line(email, 254)),
  -- The email that the auth service has confirmed, written by triggers.
  sign_in_email text not null default '',
  phone text not null default '' check (private.is_optional_line(phone, 40)),
  address text check (private.is_text(address, 300)),
  country text check (private.is_optional_line(country, 100)),
  interests text[] check (private.is_list(interests, 50, 100)),
  -- The folder of the user's images. Random, because image URLs are public and account ids are not.
  image_folder uuid not null default gen_random_uuid() unique,
  credits integer not null default 3 check (credits >= 0),
  is_admin boolean not null default false,
  wants_decision_emails boolean not null default true,
  wants_summary_emails boolean not null default true,
  created_at timestamptz not null default now(),
  -- The version of what the user edits as one form. Credits and preferences do not change it.
  updated_at timestamptz not null default now(),
  wants_alert_emails boolean not null default true,
  wants_report_emails boolean not null default true
);

create index profiles_name_idx on public.profiles (name, id);
-- For invitations to an address.
create index profiles_sign_in_email_idx on public.profiles (lower(sign_in_email));

-- Whether the signed-in user has the rights of an admin. If the settings require a second factor, every admin must have
-- entered its code. Security definer, because a policy on profiles that reads profiles would recurse. PL/pgSQL caches
-- the plan for the connection; an SQL function would be planned for each statement.
create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles where id = (select auth.uid()) and is_admin)
    and private.is_sign_in_complete() and not private.is_suspended()
    and (auth.jwt() ->> 'aal' is not distinct from 'aal2'
      or not exists (select from private.settings where admins_need_second_factor));
end
$$;

-- The role of the signed-in user: 'user', 'admin', or null without a profile. Raises an error that names the missing
-- step of an incomplete sign-in, or why an admin has no rights.
create function private.get_my_role() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  profile_is_admin constant boolean := (select is_admin from public.profiles where id = (select auth.uid()));
begin
  perform private.require_complete_sign_in();
  if profile_is_admin and not private.is_admin() then
    perform private.refuse_suspended();
    raise exception 'Admins need two-factor authentication. Add an authenticator app on your profile page.'
      using errcode = 'PT403';
  end if;
  return case profile_is_admin when true then 'admin' when false then 'user' end;
end
$$;

create function private.require_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    -- Raises the more specific errors.
    perform private.get_my_role();
    raise exception 'Only an admin may do that.' using errcode = 'PT403';
  end if;
end
$$;

create function private.require_profile() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_complete_sign_in();
  if not exists (select from public.profiles where id = (select auth.uid())) then
    raise exception 'Your session has ended. Please sign in again.' using errcode = 'PT403';
  end if;
end
$$;

create policy "Users read their own profile, admins every profile" on public.profiles for select to authenticated
using (id = (select auth.uid()) or (select private.is_admin()));

create policy "Users add their own missing profile"
on public.profiles for insert to authenticated with check (id = (select auth.uid()));

create policy "Users edit their own profile, admins every profile" on public.profiles for update to authenticated
using (id = (select auth.uid()) or (select private.is_admin()))
with check (id = (select auth.uid()) or (select private.is_admin()));

grant select on public.profiles to authenticated;
grant insert (id, name, email, phone, address, country, interests) on public.profiles to authenticated;
grant update (name, email, phone, address, country, interests, credits, wants_decision_emails, wants_summary_emails,
  wants_alert_emails, wants_report_emails, updated_at) on public.profiles to authenticated;
grant execute on function private.is_admin, private.require_admin, private.require_profile
to authenticated, service_role;

-- Cleans what users write. An invalid email or phone number that was stored before its rule stays until it is changed.
create function private.clean_profile() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new_email constant boolean := tg_op = 'INSERT' or new.email <> old.email;
begin
  new.name := private.clean_line(new.name);
  new.email := private.clean_email(new.email);
  new.address := private.clean_text(new.address);
  new.country := private.clean_line(new.country);
  new.interests := private.clean_list(new.interests);
  -- The CHECK constraint refuses longer ones.
  if is_new_email and char_length(new.email) between 1 and 254 then perform private.require_email(new.email); end if;
  if tg_op = 'INSERT' or new.phone <> old.phone then
    new.phone := private.clean_phone(new.phone);
    if new.phone <> '' and not private.is_phone(new.phone) then
      raise exception 'Please enter a phone number such as +49 151 2345678' using errcode = 'PT400', detail = 'phone';
    end if;
  end if;
  return new;
end
$$;

create trigger clean before insert or update of name, email, phone, address, country, interests on public.profiles
for each row execute function private.clean_profile();

create trigger check_version before update on public.profiles for each row when (private.is_user_request())
execute function private.check_version(
  'Your profile was changed in the meantime, in another tab or on another device.');

-- The admin role is also protected by the missing grant.
create function private.protect_profile_columns() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.name, new.email, new.phone, new.address, new.country, new.interests)
    is distinct from (old.name, old.email, old.phone, old.address, old.country, old.interests) then
    new.updated_at := now();
  end if;
  if private.is_user_request() and (new.credits, new.is_admin) is distinct from (old.credits, old.is_admin)
    and not private.is_admin() then
    raise exception 'Only an admin may change credits or the admin role.' using errcode = 'PT403';
  end if;
  if private.is_user_request() and new.id <> (select auth.uid())
    and (new.wants_decision_emails, new.wants_summary_emails, new.wants_alert_emails, new.wants_report_emails)
      <> (old.wants_decision_emails, old.wants_summary_emails, old.wants_alert_emails, old.wants_report_emails) then
    raise exception 'You can only change your own email preferences.' using errcode = 'PT403';
  end if;
  return new;
end
$$;

create trigger protect_columns
before update on public.profiles for each row execute function private.protect_profile_columns();

-- The last admin who can review communities is neither deleted nor suspended. The lock serializes these.
create function private.keep_last_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  admin_id constant uuid := coalesce(to_jsonb(old) ->> 'id', to_jsonb(new) ->> 'user_id');
begin
  perform private.lock_until_commit('admin deletions');
  if exists (select from public.profiles where id = admin_id and is_admin) and not exists (
    select from public.profiles where is_admin and id <> admin_id and not private.is_user_suspended(id)
  ) then
    raise exception 'The last admin cannot be %. Make someone else an admin first.', tg_argv[0] using errcode = 'PT409';
  end if;
  return coalesce(new, old);
end
$$;

create trigger keep_last_admin before delete on public.profiles
for each row when (old.is_admin) execute function private.keep_last_admin('deleted');

-- The profile of a new account. A failure here would block sign-up, so it accepts any name and email.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sign_in_email constant text := coalesce(new.email, '');
begin
  insert into public.profiles (id, name, email)
  select new.id, left(name, 100),
    case when private.is_email(private.clean_email(sign_in_email)) then sign_in_email else '' end
  from unnest(array[private.clean_line(new.raw_user_meta_data ->> 'name'), split_part(sign_in_email, '@', 1), 'User'])
    with ordinality as names (name, place)
  where private.is_line(left(name, 100), 100) order by place limit 1
  on conflict (id) do nothing;
  return new;
end
$$;

create trigger create_profile after insert on auth.users for each row execute function private.create_profile();

-- Also for a restored profile.
create function private.fill_sign_in_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.sign_in_email := coalesce((select email from auth.users where id = new.id), '');
  return new;
end
$$;

create trigger fill_sign_in_email
before insert on public.profiles for each row execute function private.fill_sign_in_email();

-- Copies a changed sign-in email to the profile, also as the contact email unless the user entered a different one.
create function private.copy_sign_in_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set sign_in_email = coalesce(new.email, ''), email = case
    when lower(email) = lower(coalesce(old.email, '')) and private.is_email(private.clean_email(new.email))
    then new.email else email end where id = new.id;
  return null;
end
$$;

create trigger copy_sign_in_email after update of email on auth.users
for each row when (old.email is distinct from new.email) execute function private.copy_sign_in_email();
