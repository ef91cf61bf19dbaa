-- Search in the public directory, in everything that a visitor reads. Ignores accents and word endings, matches
-- synonyms, compounds written as one or two words and the beginning of the last word, and corrects typing errors. The
-- best match comes first.
-- Guarantee: at most 48 rows per page. The planner sees the values of every call (plan_cache_mode) and chooses the
-- index. A hosted project cancels a visitor's statement after three seconds.
-- Guarantee: while the directory is closed, each function returns before its first query, and neither its result nor
-- an error depends on the communities.

-- Parses a search and corrects its words. If no community has all words, those that prevent it are left out: words of
-- places are kept before others, words as typed before corrected ones, and rare words before frequent ones. A single
-- letter is never kept, and two letters do not begin a word: they are the rest of 'R&B' or 'wi-fi'.
-- Returns words; query, which they match, null for an empty search; finds_nothing; and searched_for: the corrected
-- words, '' if the search has no searchable words, or null if nothing was corrected. Sequential scans are off: the
-- planner expects to find a match early, and would scan the whole table for a word that does not exist.
create function private.read_search(
  search text, out words text[], out query tsquery, out finds_nothing boolean, out searched_for text
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
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
$$;

-- The queries for the best matches of the words, the best first: all in the name; in the name, a facet or the place;
-- these with the beginnings of words and synonyms; and anywhere, which is query.
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

-- A page of the directory. The order 'best' is by rank (see private.rank_queries), then verified communities first,
-- then as for 'joined': by joins, then the newest first. Keyset pagination: after_id is the id of the last row of the
-- previous page. after_key is its approval_date or name; for 'joined' its joins and approval_date, for 'best' its rank,
-- is_verified, joins and approval_date, separated by spaces. The previous release calls 'joined' 'members', and knows
-- only the member_count of the last row, in place of is_verified and joins: they are read from the row.
create function private.search_directory(
  search text default null, location text default null, category public.community_category default null,
  join_type public.join_type default null, language text default null, sort text default 'newest',
  after_key text default null, after_id uuid default null, page_size integer default 24
) returns setof public.directory_communities
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off rows 24 as $$
#variable_conflict use_variable
declare
  searched record;
  is_old_key constant boolean := sort = 'members' or sort = 'best' and split_part(after_key, ' ', 4) = '';
  -- As for 'best'. Cast before any query: a cast in a query fails only if there are rows, so its error would reveal
  -- hidden ones.
  key constant text[] := string_to_array(case
    when sort = 'best' then case when is_old_key then regexp_replace(after_key, ' ', ' true ') else after_key end
    when sort in ('joined', 'members') then '1 true ' || after_key
    when sort = 'name' then null
    else '1 true 0 ' || after_key
  end, ' ', '');
  after_rank constant integer := greatest(key[1]::integer, 1);
  after_verified boolean := key[2];
  after_joins integer := key[3];
  after_time timestamptz := key[4];
  after_name constant text := case when sort = 'name' then private.plain_words(left(after_key, 200)) end;
  page_left integer := least(greatest(coalesce(page_size, 24), 1), 48);
  ranks tsquery[];
  is_rare boolean;
  community public.directory_communities;
begin
  if not private.is_directory_live() then
    return;
  end if;
  searched := private.read_search(search);
  if searched.finds_nothing then
    return;
  end if;
  if is_old_key then
    select d.is_verified, d.joins, d.approval_date into after_verified, after_joins, after_time
    from public.directory_communities as d where d.id = after_id;
  end if;
  sort := case
    when sort = 'members' then 'joined'
    when sort in ('joined', 'name') or sort = 'best' and searched.query is not null then sort
    else 'newest'
  end;
  location := coalesce(private.find_place(location), location);
  ranks := case
    when sort = 'best' then private.rank_queries(searched.words, searched.query) else array[searched.query]
  end;
  for r in after_rank .. cardinality(ranks) loop
    exit when page_left = 0;
    is_rare := ranks[r] is not null and 1000 > (select count(*) from (
      select from public.directory_communities as d where d.search_vector @@ ranks[r] limit 1000
    ) as matching);
    for community in
      select d.* from public.directory_communities as d
      where (ranks[r] is null or d.search_vector @@ ranks[r])
        and (r = 1 or not d.search_vector @@ any (ranks[:r - 1]))
        and (location is null or d.location = location) and (category is null or d.category = category)
        and (join_type is null or d.join_type = join_type) and (language is null or d.languages @> array[language])
        and (after_id is null or r > after_rank
          or (sort = 'best' and (d.is_verified, d.joins, d.approval_date, d.id)
            < (after_verified, after_joins, after_time, after_id))
          or (sort = 'joined' and (d.joins, d.approval_date, d.id) < (after_joins, after_time, after_id))
          or (sort = 'name' and (d.sort_name, d.id) > (after_name, after_id))
          or (sort = 'newest' and (d.approval_date, d.id) < (after_time, after_id)))
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
