-- Comparing the names of WhatsApp groups.
-- Guarantee: case, accents, punctuation, emoji, spaces, invisible characters and ownership codes make no difference.

-- A text without codes and the separators around them: 'Lisbon Nomads' for 'Lisbon Nomads (WP-4F7K)'.
create function private.remove_codes(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(value,
    '[\s(\[|/,;:·•\u2010-\u2015\u2212-]*\mWP[\u2010-\u2015\u2212-][234679ACDEFGHJKMNPQRTUVWXY]{4}\M'
    '[\s)\]|/,;:·•\u2010-\u2015\u2212-]*', ' ', 'gi'))
$$;

-- The words of a name in lower case, without ownership codes. Includes letters in dark circles and squares, which
-- Unicode counts as symbols.
create function private.group_name_words(name text) returns text
language sql stable set search_path = '' as $$
  select private.plain_words(regexp_replace(
    translate(private.remove_codes(name),
      '🅐🅑🅒🅓🅔🅕🅖🅗🅘🅙🅚🅛🅜🅝🅞🅟🅠🅡🅢🅣🅤🅥🅦🅧🅨🅩🅰🅱🅲🅳🅴🅵🅶🅷🅸🅹🅺🅻🅼🅽🅾🅿🆀🆁🆂🆃🆄🆅🆆🆇🆈🆉',
      'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'),
    -- Combining marks, and the characters without a glyph (private.is_visible) inside words.
    '[\u00AD\u0300-\u036F\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164'
    '\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFD\U000E0000-\U000E0FFF]', '', 'g'))
$$;

-- The words that tell one group from others: not those that many groups have, numbers, and words of one or two letters.
create function private.telling_words(name text) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(word), '{}')
  from string_to_table(private.search_words(private.group_name_words(name)), ' ') as word
  where (char_length(word) > 2 or word ~ private.unspaced_characters()) and word !~ '^[0-9]*$' and word not in (
    'whatsapp', 'group', 'groups', 'community', 'channel', 'chat', 'invite', 'invitation', 'link', 'messenger',
    'official', 'new', 'the', 'and', 'for', 'our', 'join', 'grupo', 'comunidad', 'comunidade', 'canal', 'invitacion',
    'convite', 'los', 'las', 'del', 'para', 'groupe', 'communaute', 'les', 'des', 'pour', 'gruppe', 'gruppo', 'groep',
    'grup', 'der', 'die', 'das', 'und', 'von'
  )
$$;

-- Names of emoji and punctuation only count as the same.
create function private.is_same_group_name(one text, other text) returns boolean
language sql stable set search_path = '' as $$
  select replace(private.group_name_words(one), ' ', '') = replace(private.group_name_words(other), ' ', '')
$$;

-- Whether two names have no telling word in common.
create function private.is_unrelated_name(one text, other text) returns boolean
language sql stable set search_path = '' as $$
  select not private.is_same_group_name(one, other) and not private.telling_words(one) && private.telling_words(other)
$$;
