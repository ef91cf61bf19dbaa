-- Search in the public directory. Ignores accents and word endings, matches compounds written as one or two words and
-- the beginning of the last word, and corrects one typing error per word.
-- Guarantee: at most 48 rows per page, and exact counts up to 2,000. The planner sees the values of every call
-- (plan_cache_mode) and chooses the index. A hosted project cancels a visitor's statement after three seconds.
-- Guarantee: while the directory is closed, each function returns before its first query, and neither its result nor
-- an error depends on the communities.

-- As private.blank_each_letter, for all words that are one typo away: a wrong, missing or extra letter, or two swapped
-- ones.
create function private.blank_each_typo(typed text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(blanked) from generate_series(0, char_length(typed)) as i cross join lateral (values
    (left(typed, i) || '_' || substr(typed, i + 2)),
    (left(typed, i) || '_' || substr(typed, i + 1)),
    (left(typed, i) || substr(typed, i + 2)),
    (left(typed, i) || substr(typed, i + 2, 1) || substr(typed, i + 1, 1) || substr(typed, i + 3))
  ) as typos (blanked)
$$;

-- The query for one of the typed words. Matches the word, its stem, its letters as two words, and the word joined to
-- the one before or after it ('co-working', 'coworking'). The last word also matches longer words.
create function private.word_query(words text[], i integer) returns tsquery
language sql stable set search_path = '' as $$
  select string_agg(alternative, ' | ')::tsquery from (
    select words[i] as word, case when i = cardinality(words) then ':*' else '' end as ending
  ) as typed cross join lateral (
    select format('%L%s', word, ending)
    union all select format('%L', stem)
      from unnest(ts_lexize('pg_catalog.english_stem', word)) as stem where stem <> word
    union all select format('%L%s', words[i - 1] || word, ending) where i > 1
    union all select format('%L', word || words[i + 1]) where i < cardinality(words)
    union all select format('%L <-> %L%s', left(word, k), substr(word, k + 1), ending)
      from generate_series(2, char_length(word) - 2) as k
  ) as found (alternative)
$$;

-- As private.word_query, and the communities of a place whose names or country have the word.
create function private.term_query(words text[], i integer) returns tsquery
language sql stable set search_path = '' as $$
  select coalesce(term || string_agg(quote_literal('#' || p.id), ' | ')::tsquery, term)
  from (select private.word_query(words, i)) as typed (term)
  left join public.places as p on p.search_vector @@ term
  group by term
$$;

-- Parses a search: at most eight words of its first hundred characters, without stop words such as 'the'. A word that
-- matches nothing is replaced by the most frequent word that is one typo away.
-- Returns query, null for an empty search; finds_nothing; and searched_for: the corrected words, '' if the search has
-- no searchable words, or null if nothing was corrected.
-- Security definer, because no API role reads the directory. Sequential scans are off: the planner expects to find a
-- match early, and would scan the whole table for a word that does not exist.
create function private.read_search(search text, out query tsquery, out finds_nothing boolean, out searched_for text)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  words text[] := array(
    select word from string_to_table(private.plain_words(left(search, 100)), ' ') with ordinality as typed (word, i)
    where word <> '' and ts_lexize('pg_catalog.english_stem', word) <> '{}' order by i limit 8
  );
  term tsquery;
  nearest text;
begin
  finds_nothing := words = '{}' and btrim(coalesce(search, '')) <> '';
  searched_for := case when finds_nothing then '' end;
  for i in 1 .. cardinality(words) loop
    term := private.term_query(words, i);
    if not exists (select from private.directory_words
        where word like words[i] || case when i = cardinality(words) then '%' else '' end)
      and not exists (select from public.directory_communities where search_vector @@ term) then
      select word into nearest from private.directory_words
      where blanked_words && private.blank_each_typo(words[i]) and char_length(words[i]) >= 4
      order by left(word, 1) <> left(words[i], 1), communities desc, word limit 1;
      if not found then
        finds_nothing := true;
        searched_for := null;
        return;
      end if;
      words[i] := nearest;
      term := private.term_query(words, i);
      searched_for := array_to_string(words, ' ');
    end if;
    query := case when i = 1 then term else query && term end;
  end loop;
end
$$;

-- A page of the directory. Keyset pagination: after_key is the approval_date, member_count or name of the last row of
-- the previous page, after_id its id. Security definer, because no API role reads the directory.
create function private.search_directory(
  search text, location text, category public.community_category, join_type public.join_type, language text,
  sort text, after_key text, after_id uuid, page_size integer
) returns setof public.directory_communities
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set jit = off rows 24 as $$
#variable_conflict use_variable
declare
  query tsquery;
  finds_nothing boolean;
  -- Cast before any query: a cast in a query fails only if there are rows, so its error would reveal hidden ones.
  after_count constant integer := case when sort = 'members' then after_key::integer end;
  after_name constant text := case when sort = 'name' then private.plain_words(left(after_key, 200)) end;
  after_time constant timestamptz :=
    case when sort in ('members', 'name') then null else after_key::timestamptz end;
begin
  if not private.is_directory_live() then
    return;
  end if;
  select r.query, r.finds_nothing into query, finds_nothing from private.read_search(search) as r;
  sort := case when sort in ('members', 'name') then sort else 'newest' end;
  location := coalesce(private.find_place(location), location);
  return query
    select d.* from public.directory_communities as d
    where not finds_nothing
      and (query is null or d.search_vector @@ query)
      and (location is null or d.location = location)
      and (category is null or d.category = category)
      and (join_type is null or d.join_type = join_type)
      and (language is null or d.languages @> array[language])
      and (after_id is null
        or (sort = 'members' and (d.member_count, d.id) < (after_count, after_id))
        or (sort = 'name' and (d.sort_name, d.id) > (after_name, after_id))
        or (sort = 'newest' and (d.approval_date, d.id) < (after_time, after_id)))
    order by
      case when sort = 'members' then d.member_count end desc,
      case when sort = 'newest' then d.approval_date end desc,
      case when sort = 'name' then d.sort_name end,
      case when sort = 'name' then d.id end,
      d.id desc
    limit least(greatest(coalesce(page_size, 24), 1), 48);
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
  select * into query, finds_nothing, searched_for from private.read_search(search);
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
