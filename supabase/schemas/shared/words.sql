-- The words of a text, as searches and comparisons use them.
-- Guarantee: case, accents and punctuation make no difference, whatever the locale of the database.

-- In lower case, without accents, separated by spaces. The expression lists the separators, because [^[:alnum:]]
-- depends on the database's locale.
create function private.plain_words(value text) returns text
language sql stable set search_path = '' as $$
  select btrim(regexp_replace(
    lower(extensions.unaccent(normalize(value, NFKC))),
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u2000-\u2BFF\u3000-\u303F'
    '\uFE00-\uFE0F\U0001F000-\U0001FAFF]+', ' ', 'g'))
$$;

-- Scripts without spaces, for a regular expression: Thai, Lao, Myanmar, Khmer, kana, ideographs and Hangul.
create function private.unspaced_characters() returns text
language sql immutable set search_path = '' as $$
  select '[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF\U00020000-\U0003FFFF]'
$$;

-- As private.plain_words. A text in a script without spaces becomes its overlapping pairs of characters, and its last
-- character: '游民' in a longer text is found by this pair. A search leaves out the last character. Without vowel signs
-- and tone marks, which are often left out, and at which to_tsvector splits words.
-- PL/pgSQL caches the plan; an SQL function would be planned for each text.
create function private.search_words(value text, is_search boolean default false) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(
      case when word ~ private.unspaced_characters() then (
        select string_agg(substr(word, i, 2), ' ' order by i)
        from generate_series(1, greatest(char_length(word) - is_search::integer, 1)) as i
      ) else word end, ' ' order by place
    ), '')
    from string_to_table(
      regexp_replace(
        regexp_replace(private.plain_words(value), '[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E\u0EB1\u0EB4-\u0EBC\u0EC8-\u0ECE'
          '\u102B-\u103E\u1056-\u1060\u17B4-\u17D3]', '', 'g'),
        '(' || private.unspaced_characters() || '+)', ' \1 ', 'g'), ' '
    ) with ordinality as typed (word, place)
    where word <> '');
end
$$;

-- A word without its ending: 'hike' for 'hiking'. Stop words stay.
create function private.stem(word text) returns text
language sql immutable set search_path = '' as $$
  select coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word)
$$;

grant execute on function private.plain_words, private.unspaced_characters, private.search_words, private.stem
to authenticated, service_role;
