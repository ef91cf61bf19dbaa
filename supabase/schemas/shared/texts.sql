-- Texts: checks for CHECK constraints, and the cleaning of what users write, by the same rules as in
-- src/lib/clean-text.ts, src/lib/phone.ts and src/lib/email.ts.
-- Guarantee: a line or a text that passes is not too long, and contains neither control characters nor bidirectional
-- controls, which change how a text reads. Cleaning a text again does not change it.

-- Whether a text has a visible character: any but spaces, controls, fillers and other characters without a glyph
-- (Unicode's Default_Ignorable_Code_Point, and the empty Braille pattern).
create function private.is_visible(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ (
    '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F'
    '\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8'
    '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]')
$$;

-- A line has no line breaks.
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
  select cardinality(lines) <= max_lines and coalesce(array_ndims(lines), 1) = 1
    and not exists (select from unnest(lines) as line where private.is_line(line, max_length) is not true)
$$;

-- The BEFORE triggers `clean` call the functions below. A text that is far longer than any column allows stays as it
-- is, so that refusing it takes no time. PL/pgSQL caches the plans; SQL functions would be planned for each text.

-- Removes invisible characters. Some scripts and emoji need a few of them, which stay only there.
create function private.remove_invisible(value text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(value,
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
    -- Variation selectors, except in the emoji form of a symbol or a keycap, in Myanmar letters and in ideographs.
    '|(?<![\u1000-\u109F\u00A9\u00AE\u203C\u2049\u2100-\u2BFF\u3001-\u9FFF\uF900-\uFAFF\uFF01-\uFF60'
    '\U0001F000-\U0001FAFF\U00020000-\U0003FFFF])[\uFE00-\uFE0F](?!\u20E3)'
    '|(?<![\u3001-\u9FFF\uF900-\uFAFF\uFF01-\uFF60\U00020000-\U0003FFFF])[\U000E0100-\U000E01EF]'
    -- Tags, except for the flags of regions.
    '|(?<!\U0001F3F4[\U000E0020-\U000E007F]*)[\U000E0000-\U000E007F]', '', 'g');
end
$$;

-- Also replaces the line breaks, and removes white space of any kind around the text, as JavaScript's trim() does.
create function private.clean_with(value text, line_breaks text, replacement text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if char_length(value) > 5000 then return value; end if;
  value := private.remove_invisible(regexp_replace(value, line_breaks, replacement, 'g'));
  return regexp_replace(value, format('^[%1$s]+|[%1$s]+$',
    '\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'), '', 'g');
end
$$;

create function private.clean_line(value text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return private.clean_with(value, '[\u0009-\u000D\u0085\u2028\u2029]+', ' ');
end
$$;

create function private.clean_text(value text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return private.clean_with(value, '\r\n?|[\u0085\u2028\u2029]', chr(10));
end
$$;

-- Cleans each line of a list. Keeps nulls, other dimensions and longer lists for the CHECK constraint to refuse.
create function private.clean_list(lines text[]) returns text[]
language sql immutable set search_path = '' as $$
  select case when array_ndims(lines) = 1 and cardinality(lines) <= 100 then array(
    select private.clean_line(line) from unnest(lines) with ordinality as given (line, place) order by place
  ) else lines end
$$;

-- Cleans columns of a row. Each argument is a column and its kind: line, text or list, as in 'name:line'.
create function private.clean_columns() returns trigger
language plpgsql set search_path = '' as $$
declare
  cleaned jsonb;
begin
  execute (
    select format('select jsonb_build_object(%s)', string_agg(
      format('%L, private.clean_%s(($1).%I)', given[1], given[2], given[1]), ', '))
    from unnest(tg_argv) as argument, string_to_array(argument, ':') as given
  ) into cleaned using new;
  return jsonb_populate_record(new, cleaned);
end
$$;

-- A phone number in the form that is stored: plain digits and separators, without a label, the extension last.
create function private.clean_phone(value text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if char_length(value) > 200 then return value; end if;
  -- The digits of all scripts become 0 to 9. The list has the zero of each script.
  value := (
    select translate(
      normalize(private.clean_line(value), NFKC), string_agg(chr(ascii(zero) + digit), '' order by place, digit),
      repeat('0123456789', count(distinct place)::integer))
    from regexp_split_to_table(
      U&'\0660\06F0\07C0\0966\09E6\0A66\0AE6\0B66\0BE6\0C66\0CE6\0D66\0DE6\0E50\0ED0\0F20\1040\1090\17E0\1810\1946\19D0'
      '\1A80\1A90\1B50\1BB0\1C40\1C50\A620\A8D0\A900\A9D0\A9F0\AA50\ABF0\+0104A0\+010D30\+010D40\+011066\+0110F0'
      '\+011136\+0111D0\+0112F0\+011450\+0114D0\+011650\+0116C0\+0116D0\+0116DA\+011730\+0118E0\+011950\+011BF0'
      '\+011C50\+011D50\+011DA0\+011DE0\+011F50\+016130\+016A60\+016AC0\+016B50\+016D70\+01E140\+01E2F0\+01E4F0'
      '\+01E5F1\+01E950', ''
    ) with ordinality as zeros (zero, place), generate_series(0, 9) as digit
  );
  value := regexp_replace(value, '[\u200B-\u200D\uFE00-\uFE0F\u20E3]', '', 'g');
  value := regexp_replace(value, '[\u2010-\u2015\u2043\u2212\u2796\u30FC]', '-', 'g');
  -- Bullets, symbols and emoji.
  value := regexp_replace(value, '[\u00B7\u2022\u2100-\u2BFF\U0001F000-\U0001FAFF]', ' ', 'g');
  value := regexp_replace(value, '^ *((tel|phone|mobile|cell|whatsapp)[.:]* *)+', '', 'i');
  value := regexp_replace(value, '[ ,;]*(extension|extn|ext|x|#)[ .:=]*([0-9]{1,7}) *$', ' ext. \2', 'i');
  return btrim(regexp_replace(value, ' +', ' ', 'g'), ' ');
end
$$;

-- Whether a cleaned text can be a phone number: 4 to 20 digits with separators, and an extension.
create function private.is_phone(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ '^[0-9 +()[\].,/-]*( ext\. [0-9]{1,7})?$'
    and char_length(regexp_replace(split_part(value, ' ext. ', 1), '[^0-9]', '', 'g')) between 4 and 20
$$;

-- Removes what surrounds a copied email address: spaces, brackets, quotes, separators, and the parts of a link.
create function private.trim_email(value text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  edges constant text := format('^[%1$s]*|[%1$s]*$',
    '\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
    '<>()\[\]{}"''`‘’“”„«»‹›＜＞,;:.，、；。،؛');
begin
  value := regexp_replace(value, edges, '', 'g');
  value := regexp_replace(value, '^mailto:([^?]*).*$', '\1', 'i');
  return regexp_replace(value, edges, '', 'g');
end
$$;

-- The address in 'Mei <mei@example.com>', 'mailto:mei@example.com' or 'mei@example.com;'.
create function private.clean_email(value text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  parts text[];
  address text;
begin
  if char_length(value) > 5000 then return value; end if;
  value := private.clean_line(value);
  parts := regexp_match(value, '^([^<>]*)<([^<>]*)>[^<>@]*$');
  address := private.trim_email(parts[2]);
  -- Another address instead of a name would be ambiguous.
  return case
    when address <> '' and (strpos(parts[1], '@') = 0 or private.trim_email(parts[1]) = address) then address
    else private.trim_email(value) end;
end
$$;

create function private.is_email(value text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(value) <= 254 and value ~ format('^[^%1$s]+@[^%1$s.]+(\.[^%1$s.]+)+$',
    '\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF@<>()\[\]",;:\\')
$$;

create function private.require_email(value text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if private.is_email(value) is not true then
    raise exception '%', case when value like '%@%@%' then 'Please enter only one email address'
      else 'Please enter an email address such as name@example.com' end using errcode = 'PT400', detail = 'email';
  end if;
end
$$;

grant execute on function
  private.is_visible, private.is_line, private.is_optional_line, private.is_text, private.is_list,
  private.remove_invisible, private.clean_with, private.clean_line, private.clean_text, private.clean_list,
  private.clean_phone, private.is_phone, private.trim_email, private.clean_email, private.is_email,
  private.require_email
to authenticated, service_role;
