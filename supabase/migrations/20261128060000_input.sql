set local check_function_bodies = off;

create or replace function private.clean_email (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  parts text[];
  address text;
begin
  if char_length(value) > 5000 then
    return value;
  end if;
  value := private.clean_line(value);
  parts := regexp_match(value, '^([^<>]*)<([^<>]*)>[^<>@]*$');
  address := private.trim_email(parts[2]);
  -- Another address instead of a name would be ambiguous.
  if address <> '' and (strpos(parts[1], '@') = 0 or private.trim_email(parts[1]) = address) then
    return address;
  end if;
  return private.trim_email(value);
end
$function$;

create or replace function private.clean_invitation()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.email := lower(private.clean_email(new.email));
  return new;
end
$function$;

create or replace function private.clean_profile()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  is_new_email constant boolean := tg_op = 'INSERT' or new.email <> old.email;
begin
  new.name := private.clean_line(new.name);
  new.email := private.clean_email(new.email);
  new.address := private.clean_text(new.address);
  new.country := private.clean_line(new.country);
  new.interests := private.clean_list(new.interests);
  -- The CHECK constraint refuses longer ones.
  if is_new_email and char_length(new.email) between 1 and 254 then
    perform private.require_email(new.email);
  end if;
  if tg_op = 'INSERT' or new.phone <> old.phone then
    new.phone := private.clean_phone(new.phone);
    if new.phone <> '' and not private.is_phone(new.phone) then
      raise exception 'Please enter a phone number such as +49 151 2345678'
        using errcode = 'PT400', detail = 'phone';
    end if;
  end if;
  return new;
end
$function$;

create or replace function private.copy_sign_in_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.create_profile()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  sign_in_email text := coalesce(new.email, '');
  display_name text := left(private.clean_line(coalesce(new.raw_user_meta_data ->> 'name', '')), 100);
begin
  if not private.is_line(display_name, 100) then
    display_name := left(split_part(sign_in_email, '@', 1), 100);
  end if;
  if not private.is_line(display_name, 100) then
    display_name := 'User';
  end if;
  insert into public.profiles (id, name, email)
  values (
    new.id, display_name,
    case when private.is_email(private.clean_email(sign_in_email)) then sign_in_email else '' end
  )
  on conflict (id) do nothing;
  return new;
end
$function$;

create or replace function private.invite_to_community (
  community_id       uuid,
  email              text,
  kind               public.invitation_kind,
  keeps_former_owner boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community constant public.communities := private.lock_people(community_id);
  invitation public.invitations;
begin
  email := lower(private.clean_email(email));
  perform private.require_email(email);
  if email = (select lower(p.sign_in_email) from public.profiles as p where p.id = auth.uid()) then
    raise exception 'This is your own email.' using errcode = 'PT400', detail = 'email';
  end if;
  if exists (
    select from public.invitations as i
    where i.community_id = community_id and i.answer is null and i.expires_at > now()
      and i.kind = kind and (i.kind = 'transfer' or i.email = email)
  ) then
    raise exception '%', case kind
      when 'transfer' then 'You have already offered this community to someone. Withdraw that offer first.'
      else 'You have already invited this address.'
    end using errcode = 'PT409', detail = 'email';
  end if;
  if (kind = 'co-owner' or keeps_former_owner) and (
    select count(*) from public.co_owners as o where o.community_id = community_id
  ) + (
    select count(*) from public.invitations as i
    where i.community_id = community_id and i.answer is null and i.expires_at > now()
      and (i.kind = 'co-owner' or i.keeps_former_owner)
  ) >= 5 then
    raise exception 'A community can have at most five co-owners, including open invitations.' using errcode = 'PT409';
  end if;
  perform private.lock_until_commit('invitations of ' || auth.uid());
  if (
    select count(*) from public.invitations as i
    where i.invited_by = auth.uid() and i.created_at > now() - interval '1 day'
  ) >= 20 then
    raise exception 'You can send at most 20 invitations a day. Please try again tomorrow.' using errcode = 'PT429';
  end if;
  insert into public.invitations (community_id, email, kind, keeps_former_owner, invited_by)
  values (community_id, email, kind, kind = 'transfer' and keeps_former_owner, auth.uid())
  returning * into invitation;
  perform private.queue_invitation_email(invitation, community);
end
$function$;

create or replace function private.is_email (
  value text
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select char_length(value) <= 254 and value ~ format('^[^%1$s]+@[^%1$s.]+(\.[^%1$s.]+)+$',
    '\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF@<>()\[\]",;:\\')
$function$;

create or replace function private.require_email (
  value text
)
  returns void
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  if private.is_email(value) is not true then
    raise exception '%', case
      when value like '%@%@%' then 'Please enter only one email address'
      else 'Please enter an email address such as name@example.com'
    end using errcode = 'PT400', detail = 'email';
  end if;
end
$function$;

create or replace function private.trim_email (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  edges constant text := format('^[%1$s]*|[%1$s]*$',
    '\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
    '<>()\[\]{}"''`‘’“”„«»‹›＜＞,;:.，、；。،؛');
begin
  value := regexp_replace(value, edges, '', 'g');
  value := regexp_replace(value, '^mailto:([^?]*).*$', '\1', 'i');
  return regexp_replace(value, edges, '', 'g');
end
$function$;

revoke all on function "private"."clean_email"(text) from public;

grant execute on function "private"."clean_email"(text) to "authenticated", "service_role";

revoke all on function "private"."is_email"(text) from public;

grant execute on function "private"."is_email"(text) to "authenticated", "service_role";

revoke all on function "private"."require_email"(text) from public;

grant execute on function "private"."require_email"(text) to "authenticated", "service_role";

revoke all on function "private"."trim_email"(text) from public;

grant execute on function "private"."trim_email"(text) to "authenticated", "service_role";

-- Written by hand: cleans the addresses of open invitations.
update public.invitations set email = email where answer is null and email <> lower(private.clean_email(email));
