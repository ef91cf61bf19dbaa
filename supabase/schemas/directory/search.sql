-- Search. The planner sees the values of every call (plan_cache_mode), and so chooses the index.
-- Guarantee: at most 48 rows per page. While the directory is closed, nothing depends on the communities.

-- Parses a search and corrects its words. If no community has all words, those that prevent it are left out: words of
-- places are kept before others, words as typed before corrected ones, and rare words before frequent ones. A single
-- letter is never kept, and two letters do not begin a word: they are the rest of 'R&B' or 'wi-fi'. searched_for has
-- the corrected words, '' if no word is searchable, and null if nothing was corrected. Sequential scans are off: the
-- planner expects to find a match early, and would scan the whole table for a word that does not exist.
create function private.read_search(
  search text, out words text[], out query tsquery, out finds_nothing boolean, out searched_for text
) language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  typed constant text[] := private.typed_words(search);
  term tsquery;
  kept integer[] := '{}';
  -- The communities with the words kept, if they are few: comparing them takes less time than an index.
  few uuid[];
  matching uuid[];
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
      matching := array(select id from public.directory_communities
        where search_vector @@ term and (few is null or id = any (few)) limit 1000);
      if matching <> '{}' then
        query := term;
        kept := kept || i;
        few := case when cardinality(matching) < 1000 then matching end;
      end if;
    end loop;
    words := array(select words[place] from unnest(kept) as place order by place);
    query := private.words_query(words);
  end if;
  finds_nothing := words = '{}' and btrim(coalesce(search, '')) <> '';
  searched_for := case when typed = '{}' and finds_nothing then ''
    -- As typed: without the spaces between pairs of characters.
    when words <> typed and words <> '{}' then regexp_replace(
      array_to_string(words, ' '), '(' || private.unspaced_characters() || ') \1', '\1', 'g')
  end;
end
$$;

-- The best first: all words in the name; also in a facet or the place; with beginnings and synonyms; and anywhere.
create function private.rank_queries(words text[], query tsquery) returns tsquery[]
language sql stable set search_path = '' as $$
  select array[
    string_agg(format('(%s)', private.mark_query('^', exact)), ' & ')::tsquery,
    string_agg(format('(%s)', private.mark_query('=', exact) || private.place_query(exact)), ' & ')::tsquery,
    string_agg(format('(%s)', private.mark_query('=', loose) || private.place_query(loose)), ' & ')::tsquery,
    query
  ]
  from generate_subscripts(words, 1) as i,
    private.word_query(words, i, false) as exact, private.word_query(words, i, true) as loose
$$;

-- The values of a filter, one a line: no name has a line break. Null without a filter. At most twelve, because each
-- takes time.
create function private.read_values(lines text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  given constant text[] := (
    select array_agg(distinct value) from string_to_table(left(lines, 1300), e'\n') as value where value <> '');
begin
  if cardinality(given) > 12 then
    raise exception 'A filter can have at most 12 values.' using errcode = 'PT400';
  end if;
  return given;
end
$$;

-- The current names of places, from any of their names. Null without a filter, and empty if there is no such place.
create function private.find_places(names text[]) returns text[]
language sql stable set search_path = '' as $$
  select case when names is not null then array(
    select distinct current_name from unnest(names) as name, private.find_place(name) as current_name
    where current_name is not null order by 1)
  end
$$;

-- Where a page begins: after the last row of the previous page, which has this id. key is its approval_date or name;
-- for 'joined' its joins and approval_date, for 'best' its rank, is_verified, joins and approval_date, separated by
-- spaces. The previous release calls 'joined' 'members', and sends only member_count in place of is_verified and joins:
-- they are read from the row.
create function private.read_page_key(
  sort text, key text, id uuid, out rank integer, out is_verified boolean, out joins integer,
  out approval_date timestamptz, out sort_name text
) language plpgsql stable set search_path = '' as $$
#variable_conflict use_variable
declare
  is_old constant boolean := sort = 'members' or sort = 'best' and split_part(key, ' ', 4) = '';
  -- As for 'best'.
  parts constant text[] := string_to_array(case
    when sort = 'best' then case when is_old then regexp_replace(key, ' ', ' true ') else key end
    when sort in ('joined', 'members') then '1 true ' || key
    when sort = 'name' then null else '1 true 0 ' || key
  end, ' ', '');
begin
  -- Cast before any query: a cast in a query fails only if there are rows, so its error would reveal hidden ones.
  rank := greatest(parts[1]::integer, 1);
  is_verified := parts[2];
  joins := parts[3];
  approval_date := parts[4];
  sort_name := case when sort = 'name' then private.plain_words(left(key, 200)) end;
  if is_old and private.is_directory_live() then
    select d.is_verified, d.joins, d.approval_date into is_verified, joins, approval_date
    from public.directory_communities as d where d.id = id;
  end if;
end
$$;

-- A page of the directory. The order 'best' is by rank (see private.rank_queries), then verified communities first,
-- then as for 'joined': by joins, then the newest first. Keyset pagination: see private.read_page_key. A community
-- matches a filter with one of its values: see private.read_values.
create function private.search_directory(
  search text default null, location text default null, category text default null, join_type text default null,
  language text default null, sort text default 'newest', after_key text default null, after_id uuid default null,
  page_size integer default 24
) returns setof public.directory_communities language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off rows 24 as $$
#variable_conflict use_variable
declare
  -- Cast before any query, as the key.
  categories constant public.community_category[] := private.read_values(category);
  join_types constant public.join_type[] := private.read_values(join_type);
  spoken constant text[] := private.read_values(language);
  locations text[] := private.read_values(location);
  after constant record := private.read_page_key(sort, after_key, after_id);
  page_left integer := least(greatest(coalesce(page_size, 24), 1), 48);
  searched record;
  ranks tsquery[];
  is_rare boolean;
  community public.directory_communities;
begin
  if not private.is_directory_live() then return; end if;
  searched := private.read_search(search);
  if searched.finds_nothing then return; end if;
  sort := case
    when sort = 'members' then 'joined'
    when sort in ('joined', 'name') or sort = 'best' and searched.query is not null then sort else 'newest'
  end;
  locations := private.find_places(locations);
  ranks := case when sort = 'best' then private.rank_queries(searched.words, searched.query)
    else array[searched.query] end;
  for r in after.rank .. cardinality(ranks) loop
    exit when page_left = 0;
    is_rare := ranks[r] is not null and 1000 > (select count(*) from (
      select from public.directory_communities as d where d.search_vector @@ ranks[r] limit 1000) as matching);
    for community in
      select d.* from public.directory_communities as d
      where (ranks[r] is null or d.search_vector @@ ranks[r])
        and (r = 1 or not d.search_vector @@ any (ranks[:r - 1]))
        and (locations is null or d.location = any (locations))
        and (categories is null or d.category = any (categories))
        and (join_types is null or d.join_type = any (join_types)) and (spoken is null or d.languages && spoken)
        and (after_id is null or r > after.rank
          or (sort = 'best' and (d.is_verified, d.joins, d.approval_date, d.id)
            < (after.is_verified, after.joins, after.approval_date, after_id))
          or (sort = 'joined' and (d.joins, d.approval_date, d.id) < (after.joins, after.approval_date, after_id))
          or (sort = 'name' and (d.sort_name, d.id) > (after.sort_name, after_id))
          or (sort = 'newest' and (d.approval_date, d.id) < (after.approval_date, after_id)))
      order by
        -- Sorts rare matches. The index of the order would be read until it has found a page of them.
        case when is_rare then d.search_vector is null end, case when sort = 'best' then d.is_verified end desc,
        case when sort in ('best', 'joined') then d.joins end desc,
        case when sort <> 'name' then d.approval_date end desc, case when sort = 'name' then d.sort_name end,
        case when sort = 'name' then d.id end, d.id desc
      limit page_left
    loop
      community.rank := r;
      page_left := page_left - 1;
      return next community;
    end loop;
  end loop;
end
$$;
