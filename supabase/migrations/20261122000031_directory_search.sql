-- How visitors search the directory: a page at a time, in bounded time, whatever they ask for.

create function private.letters_of(word text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(letter, '' order by letter) from regexp_split_to_table(word, '') as letter
$$;

-- The words nearest to one that nothing begins with, at most three: those one typing error away, two
-- swapped letters before any other error, the same first letter before another one; else those that begin
-- alike and look alike. Of one or two letters nobody knows what they were meant for.
create function private.similar_words(typed text, out words text[], out communities bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if char_length(typed) < 3 then
    return;
  end if;
  select array_agg(nearest.word), sum(nearest.communities) into words, communities from (
    select ranked.word, ranked.communities from (
      select near.word, near.communities, rank() over (order by
        private.letters_of(near.word) <> private.letters_of(typed), left(near.word, 1) <> left(typed, 1)
      ) as place
      from private.directory_words as near where near.spellings && private.spellings_of(typed)
    ) as ranked
    where ranked.place = 1 order by ranked.communities desc, ranked.word limit 3
  ) as nearest;
  if words is not null then
    return;
  end if;
  -- The first call loads the extension, which owns the setting.
  perform extensions.similarity('', '');
  perform set_config('pg_trgm.similarity_threshold', '0.3', true);
  select array_agg(nearest.word), sum(nearest.communities) into words, communities from (
    select alike.word, alike.communities from private.directory_words as alike
    where alike.word operator(extensions.%) typed and left(alike.word, 1) = left(typed, 1)
    order by extensions.similarity(alike.word, typed) desc, alike.communities desc, alike.word limit 3
  ) as nearest;
end
$$;

-- What is typed, as a query for each word: the word and its stem, or as the beginning of others, or else the
-- words that it may have been meant for. A word with another one after it is whole, if there is such a word.
-- The first eight words in the first hundred characters count, and three of them may have typing errors.
--
-- terms is null when nothing was typed that says anything, and empty when a word is in no community. likely is
-- the share of all communities that it will find, 0 for none: taken from each word alone, and so a guess where
-- there are several.
create function private.read_directory_query(q text, out terms tsquery[], out likely double precision)
language plpgsql stable security definer set search_path = '' as $$
declare
  everything constant double precision := greatest(
    (select sum(communities) from private.directory_counts), 1
  );
  typed constant text[] := (private.words_of(left(q, 100)))[:8];
  -- What so many words begin with is common.
  looked_at constant integer := 1000;
  errors_left integer := 3;
  shares double precision[];
  stem text;
  words text[];
  hits double precision;
begin
  likely := 1;
  for place in 1 .. cardinality(typed) loop
    stem := (ts_lexize('pg_catalog.english_stem', typed[place]))[1];
    continue when stem is null;
    if place < cardinality(typed) then
      select array_agg(word), sum(communities) into words, hits from private.directory_words
      where word in (typed[place], stem);
    end if;
    if place = cardinality(typed) or words is null then
      select array_agg(word), sum(communities) into words, hits from (
        (select word, communities from private.directory_words
         where word >= typed[place] and word < typed[place] || U&'\+10FFFF' limit looked_at)
        union
        select word, communities from private.directory_words where word = stem
      ) as beginnings;
    end if;
    if words is null and errors_left > 0 then
      errors_left := errors_left - 1;
      select similar_words.words, similar_words.communities into words, hits
      from private.similar_words(typed[place]);
    end if;
    if words is null then
      terms := '{}';
      likely := 0;
      return;
    end if;
    terms := terms || case
      -- Few words are found faster one by one.
      when cardinality(words) <= 10 then (
        select string_agg(format('%L', word), ' | ') from unnest(words) as word
      )
      else concat_ws(' | ', format('%L:*', typed[place]), format('%L', stem))
    end::tsquery;
    shares := shares || case
      when cardinality(words) < looked_at then least(hits / everything, 1) else 1 end;
  end loop;
  -- The rarest first: the index goes by it.
  select coalesce(exp(sum(ln(share))), 1), array_agg(term order by share)
  into likely, terms from unnest(terms, shares) as typed (term, share);
end
$$;

-- The condition of what is typed, a part for each word: with all words in one query, the index would be asked
-- about every community of the rarest, while with several it skips from one to the next that has them all.
-- With no part nothing is found: one of the words is in no community.
create function private.words_condition(terms tsquery[]) returns text
language sql immutable set search_path = '' as $$
  select coalesce(
    string_agg(format('search_vector @@ %L::tsquery', term), ' and ' order by place), 'false'
  )
  from unnest(terms) with ordinality as typed (term, place)
$$;

-- The condition of a filter, spelled out for each call, so that the planner sees the values.
create function private.directory_filter(
  place public.community_location, category public.community_category, join_type public.join_type
) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', 'true',
    case when place is not null then format('location = %L', place) end,
    case when category is not null then format('category = %L', category) end,
    case when join_type is not null then format('join_type = %L', join_type) end)
$$;

-- The marks of the months before a time (null for the newest listing) that make up such a share of the time
-- since the first listing, and what share they are as whole months. More than a quarter is all of it, without
-- marks: the other months would hardly be worth leaving out.
create function private.months_before(
  listed_at timestamptz, inout share double precision, out marks tsquery
)
language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
declare
  first timestamptz;
  last timestamptz;
  age double precision;
begin
  if share > 0.25 then
    share := 1;
    return;
  end if;
  select min(d.listed_at), max(d.listed_at) into first, last from private.directory_communities as d;
  -- In months, the last one always counted.
  age := 1 + extract(epoch from last - first) / extract(epoch from interval '1 month');
  -- Whoever asks may name any time, also an infinite one.
  last := greatest(least(listed_at, last), first);
  select string_agg(format('%L', private.month_mark(month)), ' | ')::tsquery, least(count(*) / age, 1)
  into marks, share
  from generate_series(
    date_trunc('month', last - share * age * interval '1 month'), last, interval '1 month'
  ) as month;
end
$$;

-- A page of what visitors find, each page from where the one before ended. There are three ways, and each
-- finds the same:
-- without a query the first rows of every place, category and way of joining that the filter allows, merged;
-- with a query that many communities meet, the communities in their order, until the page is full;
-- else all that meet it, by the index on their words, and the first of them. Where the newest come first,
-- those of the last months are enough if they fill the page; twice as many months are looked at as should.
-- PostgreSQL would choose by how many it expects to meet a query, of which it knows little; hence the
-- statements are spelled out, and may not read the whole table.
create function private.search_directory(
  q text, place public.community_location, only_category public.community_category,
  only_join_type public.join_type, sort text, after_key text, after_id uuid, page_size integer
) returns table (
  id uuid, name text, description text, location public.community_location,
  category public.community_category, join_type public.join_type, member_count integer,
  image_url text, listed_at timestamptz, group_count integer
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
rows 24 as $$
declare
  size constant integer := least(greatest(coalesce(page_size, 24), 1), 48);
  key constant text := case sort
    when 'members' then 'member_count' when 'name' then 'sort_name' else 'listed_at' end;
  direction constant text := case key when 'sort_name' then 'asc' else 'desc' end;
  ordering constant text := format('%1$s %2$s, community_id %2$s', key, direction);
  filter constant text := private.directory_filter(place, only_category, only_join_type);
  beyond text := 'true';
  asked record;
  everything double precision;
  allowed double precision;
  -- With every filter set there is an index in the order of the page, else one for all communities.
  in_index constant boolean := num_nulls(place, only_category, only_join_type) = 0;
  walked double precision;
  looked_up double precision;
  months tsquery;
  share double precision := 1;
  conditions text[];
  condition text;
  ids uuid[];
begin
  if not private.is_directory_live() then
    return;
  end if;
  asked := private.read_directory_query(q);
  execute format(
    'select sum(communities), sum(communities) filter (where %s) from private.directory_counts', filter
  ) into everything, allowed;
  if asked.likely = 0 or coalesce(allowed, 0) = 0 then
    return;
  end if;

  if after_key is not null and after_id is not null then
    beyond := format('(%s, community_id) %s (%L::%s, %L)',
      key, case direction when 'asc' then '>' else '<' end,
      case key when 'sort_name' then private.fold(after_key) else after_key end,
      case key when 'sort_name' then 'text' when 'member_count' then 'integer' else 'timestamptz' end,
      after_id);
  end if;

  if asked.terms is null and filter = 'true' then
    execute format(
      'select array_agg(community_id) from (
         select community_id from private.directory_communities where %s order by %s limit %s
       ) as page',
      beyond, ordering, size) into ids;
  elsif asked.terms is null then
    execute format(
      'select array_agg(community_id) from (
         select d.community_id from (
           select * from private.directory_counts where %1$s and communities > 0
         ) as cell cross join lateral (
           select community_id, %2$s from private.directory_communities
           where location = cell.location and category = cell.category
             and join_type = cell.join_type and %3$s
           order by %4$s limit %5$s
         ) as d
         order by %4$s limit %5$s
       ) as page',
      filter, key, beyond, ordering, size) into ids;
  else
    if key = 'listed_at' then
      select marks, months_before.share into months, share from private.months_before(
        case when beyond <> 'true' then after_key::timestamptz end, 2 * size / (asked.likely * allowed));
    end if;
    -- How many communities are looked at in their order, if those that are found are spread evenly, and how
    -- many by the index, of which thirty entries take as long as one community.
    walked := size / asked.likely * case when in_index then 1 else everything / allowed end;
    looked_up := asked.likely * allowed * share + least(asked.likely, share) * everything / 30;
    if walked < looked_up then
      execute format(
        'select array_agg(community_id) from (
           select community_id from (
             select * from private.directory_communities where %s and %s order by %s limit %s
           ) as walked where %s and %s limit %s
         ) as page',
        beyond, case when in_index then filter else 'true' end, ordering, (3 * walked)::integer + 200,
        filter, private.words_condition(asked.terms), size) into ids;
    end if;
    if filter <> 'true' then
      asked.terms[1] := asked.terms[1]
        && format('%L', private.filter_mark(place, only_category, only_join_type))::tsquery;
    end if;
    conditions := array[private.words_condition(asked.terms)];
    if months is not null then
      conditions := private.words_condition(asked.terms || months) || conditions;
    end if;
    foreach condition in array conditions loop
      exit when cardinality(ids) = size;
      execute format(
        'with found as materialized (
           select community_id, %s from private.directory_communities
           where %s and %s
         )
         select array_agg(community_id) from (
           select community_id from found order by %s limit %s
         ) as page',
        key, condition, beyond, ordering, size) into ids;
    end loop;
  end if;

  return query execute format(
    'select community_id, name, left(description, 300), location, category, join_type, member_count,
       image_url, listed_at, jsonb_array_length(groups)
     from private.directory_communities where community_id = any ($1) order by %s',
    ordering) using ids;
end
$$;

-- How many visitors would find, in all and with one choice of a filter changed: each filter is counted
-- under the others. Beyond the first 1,000 communities found, a number says 'at least'; a choice without a
-- row then may have communities all the same.
create function private.count_directory(
  q text, place public.community_location, category public.community_category,
  join_type public.join_type
) returns table (facet text, value text, communities integer, is_at_least boolean)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
rows 17 as $$
declare
  bound constant integer := 1000;
  in_place constant text := private.directory_filter(place, null, null);
  in_category constant text := private.directory_filter(null, category, null);
  in_join_type constant text := private.directory_filter(null, null, join_type);
  -- What no count needs is not looked at.
  counted constant text := format(
    '(%1$s and %2$s or %1$s and %3$s or %2$s and %3$s)', in_place, in_category, in_join_type);
  asked record;
  source text := 'select * from private.directory_counts';
  is_sample boolean := false;
begin
  if not private.is_directory_live() then
    return;
  end if;
  asked := private.read_directory_query(q);
  if asked.terms is not null then
    -- Of what very many communities meet, those among the newest are counted.
    is_sample := asked.likely * (select sum(c.communities) from private.directory_counts as c) > 20000;
    source := format(
      'select location, category, join_type, count(*) as communities from (
         select location, category, join_type from %s where %s and %s limit %s
       ) as found group by 1, 2, 3',
      case when is_sample then '(select * from private.directory_communities
          order by listed_at desc, community_id desc limit 5000) as newest'
        else 'private.directory_communities' end,
      private.words_condition(asked.terms), counted, bound);
  end if;
  return query execute format(
    'with cells as materialized (%1$s), counts (facet, value, communities) as (
       select ''total'', '''', coalesce(sum(communities), 0) from cells where %2$s and %3$s and %4$s
       union all
       select ''place'', location::text, sum(communities) from cells where %3$s and %4$s group by location
       union all
       select ''category'', category::text, sum(communities) from cells where %2$s and %4$s group by category
       union all
       select ''join_type'', join_type::text, sum(communities) from cells where %2$s and %3$s group by join_type
     )
     select facet, value, communities::integer,
       $1 or $2 and (select sum(communities) from cells) >= %5$s
     from counts where communities > 0 or facet = ''total''',
    source, in_place, in_category, in_join_type, bound)
  using is_sample, asked.terms is not null;
end
$$;

-- Whether visitors can see a community.
create function private.is_in_directory(community uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_directory_live()
    and exists (select from private.directory_communities as d where d.community_id = community)
$$;

-- One community with all that visitors may know of it; no row for one that is not for them.
create function private.get_directory_community(community uuid) returns table (
  id uuid, name text, description text, location public.community_location,
  category public.community_category, join_type public.join_type, member_count integer,
  image_url text, listed_at timestamptz, group_count integer, groups jsonb
)
language sql stable security definer set search_path = '' rows 1 as $$
  select d.community_id, d.name, d.description, d.location, d.category, d.join_type, d.member_count,
    d.image_url, d.listed_at, jsonb_array_length(d.groups), d.groups
  from private.directory_communities as d
  where d.community_id = community and private.is_directory_live()
$$;

-- What the API calls: plain GETs, whose answers a browser and a network of caches may keep for a minute.
-- Security invoker, because a definer function must not be open to the API.

-- The headers in Vary change the format, the rows or the status of an answer: a cache must not serve CSV or a
-- part of the list to a visitor who asked for JSON.
create function private.allow_caching() returns void
language sql volatile set search_path = '' as $$
  select set_config(
    'response.headers',
    '[{"Cache-Control": "public, max-age=60"}, {"Vary": "Accept, Prefer, Range"}]',
    true
  )
  where private.is_directory_live()
$$;

-- Whether there is a directory to read.
create function public.is_directory_live() returns boolean
language sql stable security invoker set search_path = '' as $$
  select private.is_directory_live()
$$;

-- A page of the directory. after_key is the listed_at, member_count or name of the last row there is, after_id
-- its id. The filters have names of their own, because the columns of the answer have the others.
create function public.search_directory(
  q text default null, place public.community_location default null,
  only_category public.community_category default null,
  only_join_type public.join_type default null, sort text default 'newest',
  after_key text default null, after_id uuid default null, page_size integer default 24
) returns table (
  id uuid, name text, description text, location public.community_location,
  category public.community_category, join_type public.join_type, member_count integer,
  image_url text, listed_at timestamptz, group_count integer
)
language plpgsql stable security invoker set search_path = '' rows 24 as $$
begin
  perform private.allow_caching();
  return query select * from private.search_directory(
    q, place, only_category, only_join_type, sort, after_key, after_id, page_size);
end
$$;

-- The numbers beside the filters.
create function public.count_directory(
  q text default null, place public.community_location default null,
  only_category public.community_category default null,
  only_join_type public.join_type default null
) returns table (facet text, value text, communities integer, is_at_least boolean)
language plpgsql stable security invoker set search_path = '' rows 17 as $$
begin
  perform private.allow_caching();
  return query select * from private.count_directory(q, place, only_category, only_join_type);
end
$$;

-- The page of one community.
create function public.get_directory_community(community uuid) returns table (
  id uuid, name text, description text, location public.community_location,
  category public.community_category, join_type public.join_type, member_count integer,
  image_url text, listed_at timestamptz, group_count integer, groups jsonb
)
language plpgsql stable security invoker set search_path = '' rows 1 as $$
begin
  perform private.allow_caching();
  return query select * from private.get_directory_community(community);
end
$$;
