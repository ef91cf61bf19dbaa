-- The queries for what a visitor typed, and the correction of typing errors.
-- Guarantee: a query has at most 60 alternatives in 2,000 bytes, so that no search takes long.

-- The query for one of the typed words. Matches the word, its stem, the word joined to the one before or after it
-- ('co-working', 'coworking'), and its letters as two words, of which the first is known. If loose, also words that
-- begin with the last one, and synonyms. A single letter and a known word of two begin no other word: 'c++' would match
-- 'cooking', and 'hi-fi' without 'hi' would match 'fishing'.
-- Each alternative takes time, and a row of public.alerts has 8 kB: hence the limits, which the words share evenly
-- (shares: among how many, if not all). The most useful come first, and synonyms last, in the admin's order, so that a
-- loose query has all alternatives of one that is not, as the ranks require.
create function private.word_query(typed text[], i integer, is_loose boolean, shares integer default null)
returns tsquery language plpgsql stable set search_path = '' as $$
begin
  return (select string_agg(alternative, ' | ' order by place)::tsquery from (
    select alternative, row_number() over best_first as place, sum(octet_length(alternative)) over best_first as bytes
    from (
      select alternative, min(kind) as kind, min(number) as number
      from (
        select typed[i] as word, typed[i - 1] as previous, typed[i + 1] as next, case
          when is_loose and i = cardinality(typed) and (
            char_length(typed[i]) > 2 or typed[i] ~ private.unspaced_characters() or char_length(typed[i]) = 2
            and not exists (select from private.directory_words as known where known.word = typed[i])
          ) then ':*' else '' end as ending
      ) as given cross join lateral (
        select format('%L%s', word, ending), 1, 0
        union all select format('%L', private.stem(word)), 2, 0 where private.stem(word) <> word
        union all select format('%L%s', previous || word, ending), 3, 1 where previous is not null
        union all select format('%L', word || next), 3, 2 where next is not null
        union all (
          select format('%L <-> %L%s', left(word, k), substr(word, k + 1), ending), 4, char_length(word) - k
          from generate_series(1, char_length(word) - 2) as k
          where exists (select from private.directory_words as known where known.word = left(given.word, k))
          order by
            exists (select from private.directory_words as known where known.word = substr(given.word, k + 1)) desc,
            k desc limit 3)
        union all select string_agg(format('%L', stem), ' <-> ' order by place), 5, number
          from public.synonyms as s
          cross join unnest(s.stems) with ordinality as synonym (term, number)
          cross join string_to_table(term, ' ') with ordinality as stems (stem, place)
          where is_loose and s.stems && array[
            private.stem(word), private.stem(previous) || ' ' || private.stem(word), private.stem(previous || word),
            private.stem(word) || ' ' || private.stem(next), private.stem(word || next)]
          group by s.id, number
      ) as found (alternative, kind, number) group by alternative
    ) as different
    window best_first as (order by kind, number, alternative collate "C")
  ) as ordered
  where place = 1 or place <= 60 / coalesce(shares, cardinality(typed))
    and bytes <= 2000 / coalesce(shares, cardinality(typed)));
end
$$;

-- The communities in the countries and the places whose names match a word. At most 60, countries first: the names of
-- thousands of places may share a word, and each takes time.
create function private.place_query(word tsquery) returns tsquery
language sql stable set search_path = '' as $$
  select coalesce(string_agg(quote_literal('#' || token), ' | '), '#')::tsquery from (
    select token from (
      select md5(country) as token, 1 as kind, min(created_at) as since from public.places
      where country_vector @@ word group by country
      union all select id::text, 2, created_at from public.places
      where search_vector @@ word and not country_vector @@ word
    ) as found order by kind, since, token limit 60) as first_found
$$;

-- Limits a query to the words of the name (^), or of the name and the facets (=).
create function private.mark_query(mark text, query tsquery) returns tsquery
language sql immutable set search_path = '' as $$
  select regexp_replace(query::text, '''([^'']+)''', '''' || mark || '\1''', 'g')::tsquery
$$;

-- The nearest known word: one typing error away, in a long word two. A wrong, missing or extra letter is an error, and
-- so are two swapped ones. Compares other forms of a known word, too, with one error: 'climing' is near 'climbing' if
-- only 'climb' is known. Prefers known forms, then words of places, then frequent ones. Only single errors in the first
-- letter are looked up: comparing all words would take too long.
create function private.correct_word(typed text) returns text
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  most constant integer := case when char_length(typed) >= 8 then 2 else 1 end;
  rest constant text := substr(typed, 2);
  other_beginnings constant text[] := array(
    select first || ending
    from string_to_table('abcdefghijklmnopqrstuvwxyz', null) as first, unnest(array[rest, typed]) as ending
  ) || rest || (left(rest, 1) || left(typed, 1) || substr(typed, 3));
begin
  return (
    select word from (
      select word, form, communities, extensions.levenshtein_less_equal(form, typed, 2) as distance
      from private.directory_words
      cross join lateral (
        select word as form
        -- private.stem would take most of the time.
        union all select rtrim((ts_lexize('pg_catalog.english_stem', word))[1], 'e') || ending
          from unnest(array['s', 'ed', 'er', 'ers', 'ing']) as ending
          where char_length(typed) >= 6 and char_length(word) between char_length(typed) - 4 and char_length(typed) + 1
      ) as forms
      where (word like left(typed, 1) || '%' or word = any (other_beginnings))
        and char_length(typed) <= 100 and char_length(word) between 4 and 100
        and abs(char_length(form) - char_length(typed)) <= case when form = word then most else 1 end
    ) as known
    cross join lateral (
      -- Levenshtein counts swapped letters as two errors.
      select distance - (distance = 2
        and (select array_agg(letter order by letter) from string_to_table(form, null) as letter)
          = (select array_agg(letter order by letter) from string_to_table(typed, null) as letter))::integer as errors
    ) as counted
    where errors <= case when form = word then most else 1 end
    order by errors, form <> word,
      exists (select from public.places where search_vector @@ quote_literal(word)::tsquery) desc,
      communities desc, word limit 1);
end
$$;

-- At most twelve words of the first hundred characters of a search, without stop words such as 'the'.
create function private.typed_words(search text) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select word
    from string_to_table(private.search_words(left(search, 100), true), ' ') with ordinality as given (word, i)
    where word <> '' and ts_lexize('pg_catalog.english_stem', word) <> '{}' order by i limit 12)
$$;

-- Replaces each word that matches nothing by the nearest known word.
create function private.correct_words(words text[]) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  term tsquery;
begin
  for i in 1 .. cardinality(words) loop
    -- Words of one or two letters are not corrected: finding out that 'k' begins a word takes time.
    if char_length(words[i]) >= 3 and not exists (select from private.directory_words where word = words[i]) then
      term := private.word_query(words, i, true);
      term := term || private.place_query(term);
      if not exists (select from public.directory_communities where search_vector @@ term) then
        words[i] := coalesce(private.correct_word(words[i]), words[i]);
      end if;
    end if;
  end loop;
  return words;
end
$$;

-- The query for all words. Null without words.
create function private.words_query(words text[]) returns tsquery
language sql stable set search_path = '' as $$
  select string_agg(format('(%s)', term || private.place_query(term)), ' & ')::tsquery
  from generate_subscripts(words, 1) as i, private.word_query(words, i, true) as term
$$;
