-- The profile of a new account.
-- Guarantee: every account gets a profile, and its sign_in_email follows the email of the account.

-- A failure here would block sign-up, so it accepts any name and email.
-- Security definer, because the auth service has no rights on profiles.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sign_in_email constant text := coalesce(new.email, '');
begin
  insert into public.profiles (id, name, email)
  select new.id, left(name, 100),
    case when private.is_email(private.clean_email(sign_in_email)) then sign_in_email else '' end
  from unnest(array[
    private.clean_line(new.raw_user_meta_data ->> 'name'), split_part(sign_in_email, '@', 1), 'User'
  ]) with ordinality as names (name, place)
  where private.is_line(left(name, 100), 100) order by place limit 1
  on conflict (id) do nothing;
  return new;
end
$$;

create trigger create_profile
after insert on auth.users for each row execute function private.create_profile();

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
-- Security definer, because the auth service has no rights on profiles.
create function private.copy_sign_in_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set
    sign_in_email = coalesce(new.email, ''),
    email = case
      when lower(email) = lower(coalesce(old.email, '')) and private.is_email(private.clean_email(new.email))
      then new.email else email
    end
  where id = new.id;
  return null;
end
$$;

create trigger copy_sign_in_email
after update of email on auth.users
for each row when (old.email is distinct from new.email) execute function private.copy_sign_in_email();
