-- Rules for texts, for CHECK constraints.
-- Guarantee: a line or a text that passes is not too long, and contains neither control characters nor bidirectional
-- controls.

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

grant execute on function
  private.is_visible, private.is_line, private.is_optional_line, private.is_text, private.is_list
to authenticated, service_role;
