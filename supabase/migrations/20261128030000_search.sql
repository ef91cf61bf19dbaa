set local check_function_bodies = off;

drop function "private"."word_query"(text[], integer, boolean);

create or replace function private.alert_query (
  search text
)
  returns tsquery
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set enable_seqscan to 'off'
  AS $function$
declare
  typed constant text[] := private.typed_words(search);
  corrected constant text[] := private.correct_words(typed);
  -- A corrected word is searched twice.
  shares constant integer := cardinality(typed) + (
    select count(*) from unnest(typed, corrected) as word (typed, corrected) where word.typed <> word.corrected
  );
  term tsquery;
  all_terms tsquery;
begin
  for i in 1 .. cardinality(typed) loop
    term := private.word_query(typed, i, true, shares);
    if corrected[i] <> typed[i] then
      term := term || private.word_query(corrected, i, true, shares);
    end if;
    all_terms := coalesce(all_terms && term, term);
  end loop;
  return all_terms;
end
$function$;

create or replace function private.correct_word (
  typed text
)
  returns text
  language plpgsql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
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
      select case when distance = 2 and private.sorted_letters(form) = private.sorted_letters(typed) then 1
        else distance end as errors
    ) as counted
    where errors <= case when form = word then most else 1 end
    order by errors, form <> word,
      exists (select from public.places where search_vector @@ quote_literal(word)::tsquery) desc,
      communities desc, word
    limit 1
  );
end
$function$;

create or replace function private.read_search (
  search text,
  OUT    words text[],
  OUT    query tsquery,
  OUT    finds_nothing boolean,
  OUT    searched_for text
)
  returns record
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set enable_seqscan to 'off'
  AS $function$
declare
  typed constant text[] := private.typed_words(search);
  term tsquery;
  kept integer[] := '{}';
  i integer;
begin
  words := private.correct_words(typed);
  query := private.words_query(words);
  if cardinality(words) > 1 and not exists (select from public.directory_communities where search_vector @@ query) then
    query := null;
    for i in
      select place from unnest(words, typed) with ordinality as used (used_word, typed_word, place)
      left join private.directory_words on word = used_word
      where char_length(used_word) > 1 or used_word ~ private.unspaced_characters()
      order by exists (select from public.places where search_vector @@ quote_literal(used_word)::tsquery) desc,
        used_word <> typed_word, communities, place
    loop
      term := private.word_query(words, i, char_length(words[i]) > 2);
      term := term || private.place_query(term);
      term := coalesce(query && term, term);
      if exists (select from public.directory_communities where search_vector @@ term) then
        query := term;
        kept := kept || i;
      end if;
    end loop;
    words := array(select words[place] from unnest(kept) as place order by place);
    query := private.words_query(words);
  end if;
  finds_nothing := words = '{}' and btrim(coalesce(search, '')) <> '';
  searched_for := case
    when typed = '{}' and finds_nothing then ''
    -- As typed: without the spaces between pairs of characters.
    when words <> typed and words <> '{}' then regexp_replace(
      array_to_string(words, ' '), '(' || private.unspaced_characters() || ') \1', '\1', 'g'
    )
  end;
end
$function$;

create or replace function private.word_query (
  typed    text[],
  i        integer,
  is_loose boolean,
  shares   integer default null::integer
)
  returns tsquery
  language plpgsql
  stable
  set search_path to ''
  AS $function$
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
          ) then ':*' else ''
        end as ending
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
            k desc
          limit 3
        )
        union all select string_agg(format('%L', stem), ' <-> ' order by place), 5, number
          from public.synonyms as s
          cross join unnest(s.stems) with ordinality as synonym (term, number)
          cross join string_to_table(term, ' ') with ordinality as stems (stem, place)
          where is_loose and s.stems && array[
            private.stem(word), private.stem(previous) || ' ' || private.stem(word), private.stem(previous || word),
            private.stem(word) || ' ' || private.stem(next), private.stem(word || next)
          ]
          group by s.id, number
      ) as found (alternative, kind, number)
      group by alternative
    ) as different
    window best_first as (order by kind, number, alternative collate "C")
  ) as ordered
  where place = 1 or place <= 60 / coalesce(shares, cardinality(typed))
    and bytes <= 2000 / coalesce(shares, cardinality(typed)));
end
$function$;

create or replace function private.words_query (
  words text[]
)
  returns tsquery
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  all_words tsquery;
  term tsquery;
begin
  for i in 1 .. cardinality(words) loop
    term := private.word_query(words, i, true);
    term := term || private.place_query(term);
    all_words := coalesce(all_words && term, term);
  end loop;
  return all_words;
end
$function$;

create or replace function private.write_synonyms()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.terms := private.clean_list(new.terms);
  -- In the order of the terms: a search with many words leaves out the last ones (private.word_query).
  new.stems := array(
    select private.stem_words(private.search_words(term)) as stems
    from unnest(new.terms) with ordinality as given (term, place) group by stems order by min(place)
  );
  new.words := private.search_words(array_to_string(new.terms, ' '));
  new.updated_at := now();
  if '' = any (new.stems) then
    raise exception 'A synonym needs a letter or a digit.' using errcode = 'PT400', detail = 'terms';
  end if;
  return new;
end
$function$;

revoke all on function "private"."word_query"(text[], integer, boolean, integer) from public;

revoke all on function "private"."words_query"(text[]) from public;

-- Written by hand: the order of the terms of existing synonyms, which the trigger keeps.
update public.synonyms set terms = terms;
