-- Search in the public directory, in everything that a visitor reads. Ignores accents and word endings, matches
-- synonyms, compounds written as one or two words and the beginning of the last word, and corrects typing errors. The
-- best match comes first.
-- Guarantee: at most 48 rows per page, and exact counts up to 2,000. The planner sees the values of every call
-- (plan_cache_mode) and chooses the index. A hosted project cancels a visitor's statement after three seconds.
-- Guarantee: while the directory is closed, each function returns before its first query, and neither its result nor
-- an error depends on the communities.

-- The query for one of the typed words. Matches the word, its stem, its letters as two words, and the word joined to
-- the one before or after it ('co-working', 'coworking'). If loose, also words that begin with the last one, and
-- synonyms. The mark limits it to the words of the name (^), or of the name and the facets (=).
create function private.word_query(typed text[], i integer, mark text, is_loose boolean) returns tsquery
language sql stable set search_path = '' as $$
  select string_agg(alternative, ' | ')::tsquery from (
    select typed[i] as word, typed[i - 1] as previous, typed[i + 1] as next,
      case when is_loose and i = cardinality(typed) then ':*' else '' end as ending
  ) as given cross join lateral (
    select format('%L%s', mark || word, ending)
    union all select format('%L', mark || private.stem(word)) where private.stem(word) <> word
    union all select format('%L%s', mark || previous || word, ending) where previous is not null
    union all select format('%L', mark || word || next) where next is not null
    union all select format('%L <-> %L%s', mark || left(word, k), mark || substr(word, k + 1), ending)
      from generate_series(2, char_length(word) - 2) as k
    union all select string_agg(format('%L', mark || stem), ' <-> ' order by place)
      from public.synonyms as s
      cross join unnest(s.stems) with ordinality as synonym (term, number)
      cross join string_to_table(term, ' ') with ordinality as stems (stem, place)
      where is_loose and s.stems && array[
        private.stem(word), private.stem(previous) || ' ' || private.stem(word), private.stem(previous || word),
        private.stem(word) || ' ' || private.stem(next), private.stem(word || next)
      ]
      group by s.id, number
  ) as found (alternative)
$$;

-- As private.word_query, and the communities of a place whose names or country have the word.
create function private.term_query(typed text[], i integer, mark text, is_loose boolean) returns tsquery
language sql stable set search_path = '' as $$
  select string_agg(alternative::text, ' | ')::tsquery from (
    select private.word_query(typed, i, mark, is_loose)
    union all
    select string_agg(quote_literal('#' || id), ' | ')::tsquery from public.places
    -- In a subquery, so that it is built once, not for each place.
    where mark <> '^' and search_vector @@ (select private.word_query(typed, i, '', is_loose))
  ) as found (alternative)
$$;

-- The query for all typed words.
create function private.words_query(typed text[], mark text, is_loose boolean) returns tsquery
language sql stable set search_path = '' as $$
  select string_agg(format('(%s)', private.term_query(typed, i, mark, is_loose)), ' & ')::tsquery
  from generate_subscripts(typed, 1) as i
$$;

create function private.sorted_letters(word text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(letter, '' order by letter) from string_to_table(word, null) as letter
$$;

-- The nearest known word: one typing error away, in a long word two. A wrong, missing or extra letter is an error, and
-- so are two swapped ones. Prefers words of places, then frequent ones. Typing errors in the first letter are rare, so
-- the words with another one are only compared if there is no other.
create function private.correct_word(typed text) returns text
language plpgsql stable set search_path = '' as $$
declare
  most constant integer := case when char_length(typed) >= 7 then 2 else 1 end;
  pattern text;
  nearest text;
begin
  foreach pattern in array array[left(typed, 1) || '%', '%'] loop
    select word into nearest from (
      select word, communities, extensions.levenshtein_less_equal(word, typed, 2) as distance
      from private.directory_words
      where word like pattern and char_length(typed) between 3 and 100
        and char_length(word) between greatest(char_length(typed) - most, 4) and char_length(typed) + most
    ) as near
    cross join lateral (
      -- Levenshtein counts swapped letters as two errors.
      select case when distance = 2 and private.sorted_letters(word) = private.sorted_letters(typed) then 1
        else distance end as errors
    ) as counted
    where errors <= most
    order by errors, exists (select from public.places where search_vector @@ quote_literal(word)::tsquery) desc,
      communities desc, word
    limit 1;
    exit when found;
  end loop;
  return nearest;
end
$$;

-- Parses a search: at most twelve words of its first hundred characters, without stop words such as 'the'. A word that
-- matches nothing is replaced by the nearest known word.
-- Returns words; query, which they match, null for an empty search; finds_nothing; and searched_for: the corrected
-- words, '' if the search has no searchable words, or null if nothing was corrected.
-- Security definer, because no API role reads the directory. Sequential scans are off: the planner expects to find a
-- match early, and would scan the whole table for a word that does not exist.
create function private.read_search(
  search text, out words text[], out query tsquery, out finds_nothing boolean, out searched_for text
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  term tsquery;
begin
  words := array(
    select word
    from string_to_table(private.search_words(left(search, 100), true), ' ') with ordinality as typed (word, i)
    where word <> '' and ts_lexize('pg_catalog.english_stem', word) <> '{}' order by i limit 12
  );
  finds_nothing := words = '{}' and btrim(coalesce(search, '')) <> '';
  searched_for := case when finds_nothing then '' end;
  for i in 1 .. cardinality(words) loop
    if not exists (select from private.directory_words where word = words[i]) then
      term := private.term_query(words, i, '', true);
      if not exists (select from public.directory_communities where search_vector @@ term) then
        words[i] := private.correct_word(words[i]);
        if words[i] is null then
          finds_nothing := true;
          searched_for := null;
          return;
        end if;
        searched_for := array_to_string(words, ' ');
      end if;
    end if;
  end loop;
  query := private.words_query(words, '', true);
end
$$;

-- A page of the directory. The order 'best' is by rank, then by size, then the newest first.
-- Keyset pagination: after_key is the approval_date, member_count or name of the last row of the previous page, or for
-- 'best' its rank, member_count and approval_date, separated by spaces; after_id is its id.
-- Security definer, because no API role reads the directory.
create function private.search_directory(
  search text, location text, category public.community_category, join_type public.join_type, language text,
  sort text, after_key text, after_id uuid, page_size integer
) returns setof public.directory_communities
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set jit = off rows 24 as $$
#variable_conflict use_variable
declare
  query tsquery;
  words text[];
  finds_nothing boolean;
  -- Cast before any query: a cast in a query fails only if there are rows, so its error would reveal hidden ones.
  best_key constant text[] := case when sort = 'best' then string_to_array(after_key, ' ', '') end;
  after_rank constant integer := coalesce(best_key[1]::integer, 1);
  after_size constant integer := floor(2 * log(greatest(best_key[2]::integer, 1)));
  after_count constant integer := case when sort = 'members' then after_key::integer end;
  after_name constant text := case when sort = 'name' then private.plain_words(left(after_key, 200)) end;
  after_time constant timestamptz := case
    when sort = 'best' then best_key[3]::timestamptz
    when sort in ('members', 'name') then null
    else after_key::timestamptz
  end;
  page_left integer := least(greatest(coalesce(page_size, 24), 1), 48);
  ranks tsquery[];
  better tsquery;
  community public.directory_communities;
begin
  if not private.is_directory_live() then
    return;
  end if;
  select r.words, r.query, r.finds_nothing into words, query, finds_nothing from private.read_search(search) as r;
  if finds_nothing then
    return;
  end if;
  sort := case when sort in ('members', 'name') or sort = 'best' and query is not null then sort else 'newest' end;
  location := coalesce(private.find_place(location), location);
  -- All words in the name; in the name, a facet or the place; these with beginnings of words and synonyms; anywhere.
  -- Each finds a part of what the last one finds, which is also what the counts count.
  ranks := case when sort = 'best' then array[
    private.words_query(words, '^', false), private.words_query(words, '=', false),
    private.words_query(words, '=', true), query
  ] else array[query] end;
  for r in 1 .. cardinality(ranks) loop
    if r >= after_rank and page_left > 0 then
      for community in
        select d.* from public.directory_communities as d
        where (ranks[r] is null or d.search_vector @@ ranks[r])
          and (better is null or not d.search_vector @@ better)
          and (location is null or d.location = location)
          and (category is null or d.category = category)
          and (join_type is null or d.join_type = join_type)
          and (language is null or d.languages @> array[language])
          and (after_id is null or r > after_rank
            or (sort = 'best' and (d.size_class, d.approval_date, d.id) < (after_size, after_time, after_id))
            or (sort = 'members' and (d.member_count, d.id) < (after_count, after_id))
            or (sort = 'name' and (d.sort_name, d.id) > (after_name, after_id))
            or (sort = 'newest' and (d.approval_date, d.id) < (after_time, after_id)))
        order by
          case when sort = 'best' then d.size_class end desc,
          case when sort = 'members' then d.member_count end desc,
          case when sort in ('best', 'newest') then d.approval_date end desc,
          case when sort = 'name' then d.sort_name end,
          case when sort = 'name' then d.id end,
          d.id desc
        limit page_left
      loop
        community.rank := r;
        page_left := page_left - 1;
        return next community;
      end loop;
    end if;
    better := coalesce(better || ranks[r], ranks[r]);
  end loop;
end
$$;

-- For counting: up to 2,000 communities that match a query and the filters, or all filters but one (failed_filter).
create function private.find_to_count(
  query tsquery, location text, category public.community_category, join_type public.join_type, language text
) returns table (
  found_location text, country text, found_category public.community_category, found_join_type public.join_type,
  languages text[], failed_filter text
)
language plpgsql stable set search_path = '' rows 2000 as $$
#variable_conflict use_variable
begin
  return query
    select d.location, d.country, d.category, d.join_type, d.languages, case
        when d.location <> location then 'location'
        when d.category <> category then 'category'
        when d.join_type <> join_type then 'join_type'
        when language is not null and not d.languages @> array[language] then 'language'
      end
    from public.directory_communities as d
    -- All but one of the filters. Spelled out, so that the planner can use an index.
    where (query is null or d.search_vector @@ query) and (
      (category is null or d.category = category) and (join_type is null or d.join_type = join_type)
        and (language is null or d.languages @> array[language])
      or (location is null or d.location = location) and (join_type is null or d.join_type = join_type)
        and (language is null or d.languages @> array[language])
      or (location is null or d.location = location) and (category is null or d.category = category)
        and (language is null or d.languages @> array[language])
      or (location is null or d.location = location) and (category is null or d.category = category)
        and (join_type is null or d.join_type = join_type))
    limit 2000;
end
$$;

-- How many communities match a search and filters, as a JSON object. Above 2,000, the numbers are lower bounds.
-- any: how many without one of the filters. categories, join_types, languages and locations: how many have each value
-- and match the other filters; of the locations, the twelve with the most communities and the chosen one. searched_for:
-- the corrected words, see read_search. current_location: the current name of the place if location is another of its
-- names, '' if there is no such place, else null.
-- Security definer, because no API role reads the directory.
create function private.count_directory(
  search text, location text, category public.community_category, join_type public.join_type, language text
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set jit = off as $$
#variable_conflict use_variable
declare
  query tsquery;
  finds_nothing boolean;
  searched_for text;
  current_location text;
begin
  if not private.is_directory_live() then
    return null;
  end if;
  if location is not null then
    current_location := nullif(coalesce(private.find_place(location), ''), location);
  end if;
  location := coalesce(nullif(current_location, ''), location);
  select r.query, r.finds_nothing, r.searched_for into query, finds_nothing, searched_for
  from private.read_search(search) as r;
  return (
    with found as (
      select * from private.find_to_count(query, location, category, join_type, language) where not finds_nothing
    ), counts as (
      select 'category' as filter, found_category::text as value, count(*) as number
      from found where coalesce(failed_filter, 'category') = 'category' group by found_category
      union all select 'join_type', found_join_type::text, count(*)
      from found where coalesce(failed_filter, 'join_type') = 'join_type' group by found_join_type
      union all select 'language', code, count(*)
      from found, unnest(languages) as code where coalesce(failed_filter, 'language') = 'language' group by code
    )
    select jsonb_build_object(
      'total', count(*) filter (where failed_filter is null),
      'is_at_least', count(*) = 2000,
      'searched_for', searched_for,
      'current_location', current_location,
      'any', jsonb_build_object(
        'location', count(*) filter (where coalesce(failed_filter, 'location') = 'location'),
        'category', count(*) filter (where coalesce(failed_filter, 'category') = 'category'),
        'join_type', count(*) filter (where coalesce(failed_filter, 'join_type') = 'join_type'),
        'language', count(*) filter (where coalesce(failed_filter, 'language') = 'language')
      ),
      'locations', (
        select coalesce(jsonb_agg(counted), '[]') from (
          select found_location as name, f.country, count(*) as communities from found as f
          where coalesce(failed_filter, 'location') = 'location' group by 1, 2
          order by found_location = location desc, 3 desc, 1 limit 12
        ) as counted
      ),
      'categories', (select coalesce(jsonb_object_agg(value, number), '{}') from counts where filter = 'category'),
      'join_types', (select coalesce(jsonb_object_agg(value, number), '{}') from counts where filter = 'join_type'),
      'languages', (select coalesce(jsonb_object_agg(value, number), '{}') from counts where filter = 'language')
    ) from found
  );
end
$$;

-- The places with communities that match a search and filters, for the map and for choosing a place. Counts up to 100
-- communities of a place, or with a search or a language 2,000 in all: above that, the numbers are lower bounds.
-- Security definer, because no API role reads the directory. Sequential scans are off: the planner expects to find a
-- hundred communities early, and would scan the whole table for a place that has none.
create function private.count_places(
  search text, category public.community_category, join_type public.join_type, language text
) returns table (
  name text, country text, latitude double precision, longitude double precision, communities integer,
  is_at_least boolean
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set jit = off set enable_seqscan = off rows 100 as $$
#variable_conflict use_variable
declare
  query tsquery;
  finds_nothing boolean;
  has_search_or_language boolean;
begin
  if not private.is_directory_live() then
    return;
  end if;
  select r.query, r.finds_nothing into query, finds_nothing from private.read_search(search) as r;
  has_search_or_language := query is not null or language is not null;
  return query
    with found as materialized (
      select d.location from public.directory_communities as d
      where has_search_or_language and (query is null or d.search_vector @@ query)
        and (language is null or d.languages @> array[language])
        and (category is null or d.category = category) and (join_type is null or d.join_type = join_type)
      limit 2000
    ), counts (location, communities, is_at_least) as (
      select f.location, count(*), (select count(*) from found) = 2000 from found as f group by 1
      union all
      select p.name, counted.communities, counted.communities = 100 from public.places as p
      cross join lateral (
        select count(*) as communities from (
          select from public.directory_communities as d
          where d.location = p.name
            and (category is null or d.category = category) and (join_type is null or d.join_type = join_type)
          limit 100
        ) as first_hundred
      ) as counted
      where not has_search_or_language and counted.communities > 0
    )
    select p.name, p.country, p.latitude, p.longitude, counts.communities::integer, counts.is_at_least
    from counts join public.places as p on p.name = counts.location
    where not finds_nothing
    order by counts.communities desc, p.name;
end
$$;

grant execute on function private.search_directory, private.count_directory, private.count_places
to anon, authenticated, service_role;
