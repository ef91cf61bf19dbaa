set local check_function_bodies = off;

create or replace function private.clean_community()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.name := private.clean_line(new.name);
  new.description := private.clean_text(new.description);
  new.location := private.clean_line(new.location);
  new.requested_place := private.clean_line(new.requested_place);
  new.rejection_reason := private.clean_text(new.rejection_reason);
  return new;
end
$function$;

create or replace function private.clean_group()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.name := private.clean_line(new.name);
  new.description := private.clean_text(new.description);
  return new;
end
$function$;

create or replace function private.clean_line (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  if char_length(value) > 5000 then
    return value;
  end if;
  return private.trim_spaces(private.remove_invisible(
    regexp_replace(value, '[\u0009-\u000D\u0085\u2028\u2029]+', ' ', 'g')
  ));
end
$function$;

create or replace function private.clean_list (
  lines text[]
)
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case when array_ndims(lines) = 1 and cardinality(lines) <= 100 then array(
    select private.clean_line(line) from unnest(lines) with ordinality as given (line, place) order by place
  ) else lines end
$function$;

create or replace function private.clean_phone (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  if char_length(value) > 200 then
    return value;
  end if;
  value := private.plain_digits(normalize(private.clean_line(value), NFKC));
  value := regexp_replace(value, '[\u200B-\u200D\uFE00-\uFE0F\u20E3]', '', 'g');
  value := regexp_replace(value, '[\u2010-\u2015\u2043\u2212\u2796\u30FC]', '-', 'g');
  -- Bullets, symbols and emoji.
  value := regexp_replace(value, '[\u00B7\u2022\u2100-\u2BFF\U0001F000-\U0001FAFF]', ' ', 'g');
  value := regexp_replace(value, '^ *((tel|phone|mobile|cell|whatsapp)[.:]* *)+', '', 'i');
  value := regexp_replace(value, '[ ,;]*(extension|extn|ext|x|#)[ .:=]*([0-9]{1,7}) *$', ' ext. \2', 'i');
  return btrim(regexp_replace(value, ' +', ' ', 'g'), ' ');
end
$function$;

create or replace function private.clean_place()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.name := private.clean_line(new.name);
  new.alternative_names := private.clean_list(new.alternative_names);
  new.country := private.clean_line(new.country);
  new.country_code := private.clean_line(new.country_code);
  return new;
end
$function$;

create or replace function private.clean_profile()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.name := private.clean_line(new.name);
  new.email := private.clean_line(new.email);
  new.address := private.clean_text(new.address);
  new.country := private.clean_line(new.country);
  new.interests := private.clean_list(new.interests);
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

create or replace function private.clean_report()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.comment := private.clean_text(new.comment);
  return new;
end
$function$;

create or replace function private.clean_text (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  if char_length(value) > 5000 then
    return value;
  end if;
  return private.trim_spaces(private.remove_invisible(
    regexp_replace(value, '\r\n?|[\u0085\u2028\u2029]', chr(10), 'g')
  ));
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
  values (new.id, display_name, case when private.is_line(sign_in_email, 254) then sign_in_email else '' end)
  on conflict (id) do nothing;
  return new;
end
$function$;

create or replace function private.is_phone (
  value text
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select value ~ '^[0-9 +()[\].,/-]*( ext\. [0-9]{1,7})?$'
    and char_length(regexp_replace(split_part(value, ' ext. ', 1), '[^0-9]', '', 'g')) between 4 and 20
$function$;

create or replace function private.plain_digits (
  value text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select translate(
    value,
    string_agg(chr(ascii(zero) + digit), '' order by place, digit),
    repeat('0123456789', count(distinct place)::integer)
  )
  from regexp_split_to_table(
    U&'\0660\06F0\07C0\0966\09E6\0A66\0AE6\0B66\0BE6\0C66\0CE6\0D66\0DE6\0E50\0ED0\0F20\1040\1090\17E0\1810\1946\19D0'
    '\1A80\1A90\1B50\1BB0\1C40\1C50\A620\A8D0\A900\A9D0\A9F0\AA50\ABF0\+0104A0\+010D30\+010D40\+011066\+0110F0'
    '\+011136\+0111D0\+0112F0\+011450\+0114D0\+011650\+0116C0\+0116D0\+0116DA\+011730\+0118E0\+011950\+011BF0'
    '\+011C50\+011D50\+011DA0\+011DE0\+011F50\+016130\+016A60\+016AC0\+016B50\+016D70\+01E140\+01E2F0\+01E4F0'
    '\+01E5F1\+01E950',
    ''
  ) with ordinality as zeros (zero, place), generate_series(0, 9) as digit
$function$;

create or replace function private.remove_invisible (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return regexp_replace(
    value,
    -- Controls.
    '[\u0001-\u0008\u000B-\u001F\u007F-\u009F]'
    -- Soft hyphens, marks and overrides of the text direction, word joiners, byte order marks, annotations.
    '|[\u00AD\u061C\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]'
    -- A zero-width space, unless it separates words in Thai, Lao, Myanmar or Khmer.
    '|(?<![\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF])\u200B'
    -- Joiners, except in emoji of several people, and in Persian and Indian spelling.
    '|(?<![\u0620-\u167F\u1681-\u1CFF\uA800-\uABFF\uFB50-\uFDFF\uFE70-\uFEFC\U00010A00-\U00011FFF'
    '\U0001E900-\U0001E95F\u00A9\u00AE\u203C\u2049\u2100-\u2BFF\u3030\u303D\u3297\u3299\U0001F000-\U0001FAFF]'
    '\uFE0F?)[\u200C\u200D]'
    -- Variation selectors, except for the emoji form of a symbol or a keycap, and variants of Myanmar letters and
    -- ideographs.
    '|(?<![\u1000-\u109F\u00A9\u00AE\u203C\u2049\u2100-\u2BFF\u3001-\u9FFF\uF900-\uFAFF\uFF01-\uFF60'
    '\U0001F000-\U0001FAFF\U00020000-\U0003FFFF])[\uFE00-\uFE0F](?!\u20E3)'
    '|(?<![\u3001-\u9FFF\uF900-\uFAFF\uFF01-\uFF60\U00020000-\U0003FFFF])[\U000E0100-\U000E01EF]'
    -- Tags, except for the flags of regions.
    '|(?<!\U0001F3F4[\U000E0020-\U000E007F]*)[\U000E0000-\U000E007F]',
    '', 'g'
  );
end
$function$;

create or replace function private.report_community (
  community_id uuid,
  reason       public.report_reason,
  comment      text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
begin
  perform private.require_profile();
  perform private.require_listed(community_id);
  comment := private.clean_text(comment);
  if reason = 'other' and not coalesce(private.is_visible(comment), false) then
    raise exception 'Please say what is wrong.' using errcode = 'PT400', detail = 'comment';
  end if;
  perform private.lock_until_commit('reports of ' || user_id);
  if exists (
    select from public.community_reports as r
    where r.community_id = community_id and r.reporter_id = user_id and r.resolved_at is null
  ) then
    raise exception 'You have already reported this community. Thank you.' using errcode = 'PT409';
  end if;
  if (
    select count(*) from public.community_reports as r
    where r.reporter_id = user_id and r.created_at >= private.today()::timestamp at time zone 'utc'
  ) >= 10 then
    raise exception 'You can report at most 10 communities a day. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
  insert into public.community_reports (community_id, reporter_id, reason, comment)
  values (community_id, user_id, reason, nullif(comment, ''));
end
$function$;

create or replace function private.trim_spaces (
  value text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return regexp_replace(value, format('^[%1$s]+|[%1$s]+$',
    '\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'), '', 'g');
end
$function$;

create trigger before_0_clean
  before insert or update of name,
    description, location, requested_place, rejection_reason on public.communities
  for each row
  execute function private.clean_community();

create trigger clean
  before insert or update of name, description on public.community_groups
  for each row
  execute function private.clean_group();

create trigger clean
  before insert or update of comment on public.community_reports
  for each row
  execute function private.clean_report();

create trigger clean
  before insert or update of name, alternative_names, country, country_code on public.places
  for each row
  execute function private.clean_place();

create trigger clean
  before insert or update of name, email, phone, address, country, interests on public.profiles
  for each row
  execute function private.clean_profile();

revoke all on function "private"."clean_community"() from public;

revoke all on function "private"."clean_group"() from public;

revoke all on function "private"."clean_line"(text) from public;

grant execute on function "private"."clean_line"(text) to "authenticated", "service_role";

revoke all on function "private"."clean_list"(text[]) from public;

grant execute on function "private"."clean_list"(text[]) to "authenticated", "service_role";

revoke all on function "private"."clean_phone"(text) from public;

grant execute on function "private"."clean_phone"(text) to "authenticated", "service_role";

revoke all on function "private"."clean_place"() from public;

revoke all on function "private"."clean_profile"() from public;

revoke all on function "private"."clean_report"() from public;

revoke all on function "private"."clean_text"(text) from public;

grant execute on function "private"."clean_text"(text) to "authenticated", "service_role";

revoke all on function "private"."is_phone"(text) from public;

grant execute on function "private"."is_phone"(text) to "authenticated", "service_role";

revoke all on function "private"."plain_digits"(text) from public;

grant execute on function "private"."plain_digits"(text) to "authenticated", "service_role";

revoke all on function "private"."remove_invisible"(text) from public;

grant execute on function "private"."remove_invisible"(text) to "authenticated", "service_role";

revoke all on function "private"."trim_spaces"(text) from public;

grant execute on function "private"."trim_spaces"(text) to "authenticated", "service_role";

-- The texts that are already stored, if they have an invisible character: the triggers clean them. The conditions leave
-- out the few whose cleaned form would violate a constraint, and phone numbers that cannot be read.
update public.profiles set name = name
where concat_ws(' ', name, email, address, country, array_to_string(interests, ' '))
    <> private.remove_invisible(concat_ws(' ', name, email, address, country, array_to_string(interests, ' ')))
  and private.is_line(private.clean_line(name), 100)
  and private.is_list(private.clean_list(interests), 50, 100) is not false;

update public.profiles set phone = private.clean_phone(phone)
where phone <> private.clean_phone(phone) and private.is_phone(private.clean_phone(phone));

do $$
declare
  place public.places;
begin
  for place in
    select * from public.places
    where concat_ws(' ', name, array_to_string(alternative_names, ' '), country)
      <> private.remove_invisible(concat_ws(' ', name, array_to_string(alternative_names, ' '), country))
  loop
    begin
      update public.places set name = name where id = place.id;
    exception when others then
      raise warning 'Clean the names of the place % yourself: %', place.name, sqlerrm;
    end;
  end loop;
end
$$;

update public.communities set name = name
where concat_ws(' ', name, description, requested_place, rejection_reason)
    <> private.remove_invisible(concat_ws(' ', name, description, requested_place, rejection_reason))
  and private.is_line(private.clean_line(name), 100)
  and private.is_visible(private.clean_text(description))
  and private.is_line(private.clean_line(requested_place), 100) is not false;

update public.communities set held_changes = held_changes || jsonb_strip_nulls(jsonb_build_object(
  'name', private.clean_line(held_changes ->> 'name'), 'description', private.clean_text(held_changes ->> 'description')
))
where concat_ws(' ', held_changes ->> 'name', held_changes ->> 'description')
    <> private.remove_invisible(concat_ws(' ', held_changes ->> 'name', held_changes ->> 'description'))
  and private.is_visible(private.clean_line(held_changes ->> 'name')) is not false
  and private.is_visible(private.clean_text(held_changes ->> 'description')) is not false;

update public.community_groups set name = name
where concat_ws(' ', name, description) <> private.remove_invisible(concat_ws(' ', name, description))
  and private.is_line(private.clean_line(name), 100);

update public.community_reports set comment = comment
where comment <> private.remove_invisible(comment)
  and (reason <> 'other' or private.is_visible(private.clean_text(comment)));
